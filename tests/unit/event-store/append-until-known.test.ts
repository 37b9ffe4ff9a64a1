import { describe, expect, it } from 'vitest'
import { appendUntilKnown } from '../../../events/store/append-until-known.ts'
import { OutcomeUnknown, StoreUnavailable } from '../../../events/store/event-store.ts'

/** A fake clock: `sleep` returns at once and advances it. */
const pauses = () => {
  let now = 0
  const waits: number[] = []
  const sleep = async (ms: number): Promise<void> => {
    waits.push(ms)
    now += ms
  }
  return { waits, timers: { now: () => now, sleep }, random: () => 0 }
}

/** Throws these errors one after the other, then succeeds. */
const failing = (...errors: readonly Error[]) => {
  let tries = 0
  return async (): Promise<number> => {
    const error = errors[tries]
    tries += 1
    if (error) throw error
    return tries
  }
}

const unknown = () => new OutcomeUnknown('wallet-1')
const away = () => new StoreUnavailable('away')

describe('an append whose outcome is unknown', () => {
  it('is repeated, ever more slowly, until it is known, also while the store is away', async () => {
    const time = pauses()
    expect(await appendUntilKnown(failing(unknown(), away(), unknown()), time)).toBe(4)
    expect(time.waits).toEqual([25, 50, 100])
  })

  it('stays unknown when two seconds are over, whatever the last try said', async () => {
    const time = pauses()
    const errors = [unknown(), ...Array.from({ length: 50 }, away)]
    await expect(appendUntilKnown(failing(...errors), time)).rejects.toBeInstanceOf(OutcomeUnknown)
    expect(time.timers.now()).toBeLessThanOrEqual(2_000)
    expect(time.timers.now()).toBeGreaterThan(1_000)
  })

  it('is none where it certainly was not sent', async () => {
    const time = pauses()
    await expect(appendUntilKnown(failing(away()), time)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(time.waits).toEqual([])
  })
})
