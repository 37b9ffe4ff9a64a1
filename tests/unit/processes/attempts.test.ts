import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAttempts } from '../../../api/processes/attempts.ts'

const AT_ONCE = { limit: 100, atOnceMax: 8 }

/** Attempts with a clock of their own; `round` tries what is due of a list and returns what was tried. */
const started = () => {
  let now = 0
  const logged: unknown[] = []
  const attempts = createAttempts({
    name: 'of a test',
    log: { error: (line: unknown) => void logged.push(line) },
    timers: { now: () => now },
  })
  const round = async <Item>(
    items: readonly Item[],
    fails: (item: Item) => boolean = () => false,
    limit = 100,
  ) => {
    const done: Item[] = []
    const outcome = await attempts.run(items, { ...AT_ONCE, limit }, async (item) => {
      done.push(item)
      if (fails(item)) throw new Error('stuck')
    })
    return { ...outcome, done }
  }
  return { attempts, logged, round, after: (ms: number) => void (now += ms) }
}

describe('pieces of work', () => {
  it('are tried again after pauses that double, up to a minute', async () => {
    const { round, after } = started()
    const pauses: (number | undefined)[] = []
    for (let i = 0; i < 9; i += 1) {
      const { done, againMs } = await round(['waits'])
      expect(done).toEqual(['waits'])
      expect((await round(['waits'])).done).toEqual([])
      pauses.push(againMs)
      after(againMs ?? 0)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000))
  })

  it('that fail wait up to five minutes, and are stuck after three failures, until one succeeds', async () => {
    const { round, after, attempts, logged } = started()
    for (let i = 0; i < 2; i += 1)
      after((await round([{ depositId: 'd', cents: 7n }], () => true)).againMs ?? 0)
    expect(attempts.stuck()).toBe(0)
    for (let i = 0; i < 12; i += 1)
      after((await round([{ depositId: 'd', cents: 7n }], () => true)).againMs ?? 0)
    expect(attempts.stuck()).toBe(1)
    expect(logged.at(-1)).toMatchObject({ process: 'of a test', work: { depositId: 'd' }, failures: 14 })
    expect((await round([{ depositId: 'd', cents: 7n }], () => true)).againMs).toBe(300_000)
    after(300_000)
    await round([{ depositId: 'd', cents: 7n }])
    expect(attempts.stuck()).toBe(0)
    expect((await round([])).againMs).toBeUndefined()
    expect(attempts.waiting()).toBe(0)
  })

  it('are all tried at once when what failed may have been mended', async () => {
    const { round, attempts } = started()
    await round(['one'], () => true)
    expect(attempts.forget()).toBe(true)
    expect((await round(['one'])).done).toEqual(['one'])
    expect(attempts.forget()).toBe(false)
  })

  it('are each tried, however many of the oldest cannot be finished', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        async (stuckOnes, limit) => {
          const { round, attempts } = started()
          let left = stuckOnes.map((isStuck, i) => ({ id: `${i}`, isStuck }))
          // No time passes: whatever can be finished is, before anything is tried a second time.
          for (let rounds = 0; rounds <= stuckOnes.length; rounds += 1) {
            const listed = left.slice(0, limit + attempts.waiting())
            const { done } = await round(listed, ({ isStuck }) => isStuck, limit)
            expect(done.length).toBeLessThanOrEqual(limit)
            left = left.filter((item) => item.isStuck || !done.includes(item))
          }
          expect(left.every(({ isStuck }) => isStuck)).toBe(true)
        },
      ),
    ))
})
