import { describe, expect, it, vi } from 'vitest'
import { completing } from '../../../api/processes/completing.ts'
import { Refusal } from '../../../events/refusal.ts'
import { standingClock } from '../../support/moving-clock.ts'

const clock = standingClock('2026-02-01T12:00:00.000Z')

/** One round over three unfinished items, of which the second fails with `error`. */
const oneRound = async (error: Error, options: { readonly refusalIsOutcome?: true } = {}) => {
  const finished: string[] = []
  const said: unknown[] = []
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
      info: (counted: unknown) => void said.push(counted),
      error: (failure: { err: unknown }) => void failures.push(failure.err),
    },
  })
  // `stop` waits for the first round.
  await process.stop()
  return { finished, said, failures, askedFor }
}

describe('a process that finishes what a crash left', () => {
  it('asks for what was begun before its grace, and tries all of it whatever becomes of one', async () => {
    const { finished, said, askedFor, failures } = await oneRound(new Error('away'))
    expect(askedFor).toEqual([new Date('2026-02-01T11:59:57.000Z'), 7])
    expect(finished).toEqual(['one', 'three'])
    expect(said).toEqual([{ finished: 2 }])
    expect(failures).toEqual([new Error('away')])
  })

  it('finishes newer items while the oldest cannot be finished, and is well all the time', async () => {
    const tried: string[] = []
    const done: string[] = []
    const process = completing<string>({
      name: 'of a test',
      wokenBy: [],
      report: 'Finished what had been left',
      graceMs: 0,
      everyMs: 1,
      limit: 2,
    })({
      // The two oldest stay, as withdrawals do that a bank looks at over a weekend.
      unfinished: async (_before, limit) =>
        ['stuck', 'waits', 'newer', 'newest'].filter((item) => !done.includes(item)).slice(0, limit),
      finish: async (item) => {
        tried.push(item)
        if (item === 'stuck') throw new Error('refused')
        if (item !== 'waits') done.push(item)
      },
      clock,
      log: { info: () => {}, error: () => {} },
    })
    const heard: string[] = []
    process.onFailure(() => heard.push('failure'))
    process.wake('work')
    await vi.waitFor(() => {
      process.wake('work')
      expect(done).toEqual(['newer', 'newest'])
    })
    await vi.waitFor(() => expect(tried.filter((item) => item === 'stuck').length).toBeGreaterThan(2), {
      timeout: 10_000,
      interval: 50,
    })
    expect(process.stuck()).toBe(1)
    expect(process.health()).toEqual({ ok: true })
    expect(heard.length).toBeGreaterThan(1)
    await process.stop()
  })

  it('takes a refusal for a failure, except where a refusal is an outcome', async () => {
    const refusal = new Refusal('already_closed', 'This pool is closed already.')
    expect((await oneRound(refusal)).failures).toEqual([refusal])
    expect((await oneRound(refusal, { refusalIsOutcome: true })).failures).toEqual([])
    expect((await oneRound(new Error('away'), { refusalIsOutcome: true })).failures).toHaveLength(1)
  })
})
