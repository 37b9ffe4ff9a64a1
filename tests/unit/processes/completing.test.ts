import { describe, expect, it } from 'vitest'
import { completing } from '../../../api/processes/completing.ts'
import { Refusal } from '../../../events/refusal.ts'
import { standingClock } from '../../support/moving-clock.ts'

const clock = standingClock('2026-02-01T12:00:00.000Z')

/** One round over three unfinished items, of which the second fails with `error`. */
const oneRound = async (error: Error, options: { readonly refusalIsOutcome?: true } = {}) => {
  const finished: string[] = []
  const said: string[] = []
  const failures: unknown[] = []
  let askedFor: readonly [Date, number] | null = null
  const process = completing<string>({
    name: 'of a test',
    wokenBy: [],
    report: 'Finished what had been left',
    graceMs: 3_000,
    limit: 7,
    ...options,
  })({
    unfinished: async (before, limit) => {
      askedFor = [before, limit]
      return ['one', 'two', 'three']
    },
    finish: async (item) => {
      if (item === 'two') throw error
      finished.push(item)
    },
    clock,
    log: {
      info: (_counted: unknown, sentence?: string) => void said.push(sentence ?? ''),
      error: (failure: { err: unknown }) => void failures.push(failure.err),
    },
  })
  // `stop` waits for the first round. A round that fails logs no report.
  await process.stop()
  return { finished, said, failures, askedFor }
}

describe('a process that finishes what a crash left', () => {
  it('asks for what was begun before its grace, and tries all of it whatever becomes of one', async () => {
    const { finished, said, askedFor } = await oneRound(new Error('away'))
    expect(askedFor).toEqual([new Date('2026-02-01T11:59:57.000Z'), 7])
    expect(finished).toEqual(['one', 'three'])
    expect(said).toEqual([])
  })

  it('takes a refusal for a failure, except where a refusal is an outcome', async () => {
    const refusal = new Refusal('already_closed', 'This pool is closed already.')
    expect((await oneRound(refusal)).said).toEqual([])
    expect((await oneRound(refusal, { refusalIsOutcome: true })).said).toEqual([
      'Finished what had been left',
    ])
    expect((await oneRound(new Error('away'), { refusalIsOutcome: true })).said).toEqual([])
  })
})
