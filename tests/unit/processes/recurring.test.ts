import { describe, expect, it } from 'vitest'
import { createBackoff } from '../../../events/backoff.ts'
import { recurring, type Recurring } from '../../../api/processes/recurring.ts'
import type { Timers } from '../../../events/timers.ts'

/** Fake timers: the time changes only when a test advances it. */
const standingTime = () => {
  let now = 1_000
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  const timers: Timers = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(new Error('aborted'))
        })
      }),
  }
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i += 1) await Promise.resolve()
  }
  return {
    timers,
    settle,
    pass: async (ms: number) => {
      for (let left = ms; left > 0; left -= 1) {
        now += 1
        for (const sleeper of sleepers)
          if (sleeper.at <= now) {
            sleepers.delete(sleeper)
            sleeper.wake()
          }
        await settle()
      }
    },
  }
}

const started = async (
  options: Partial<Parameters<typeof recurring>[0]> & { readonly round: () => Promise<number | void> },
): Promise<{ time: ReturnType<typeof standingTime>; process: Recurring }> => {
  const time = standingTime()
  const process = recurring({
    name: 'of a test',
    everyMs: 100,
    wokenBy: ['transfers'],
    log: { error: () => {} },
    timers: time.timers,
    random: () => 0,
    ...options,
  })
  await time.settle()
  return { time, process }
}

it('is not well while a round hangs', async () => {
  const time = standingTime()
  let jumpedMs = 0
  let end = (): void => undefined
  const process = recurring({
    name: 'of a test',
    everyMs: 100,
    wokenBy: ['transfers'],
    log: { error: () => {} },
    timers: { ...time.timers, now: () => time.timers.now() + jumpedMs },
    round: () => new Promise<void>((resolve) => (end = resolve)),
  })
  await time.settle()
  jumpedMs = 299_000
  expect(process.health()).toEqual({ ok: true })
  jumpedMs = 301_000
  expect(process.health()).toEqual({ ok: false, detail: 'in one round for 301 s' })
  end()
  await time.settle()
  expect(process.health()).toEqual({ ok: true })
  await process.stop()
})

describe('a process', () => {
  it('works once at the start and then only when it is woken, never more often than it may', async () => {
    let rounds = 0
    const { time, process } = await started({ round: async () => void (rounds += 1) })
    await time.pass(10_000)
    expect(rounds).toBe(1)
    process.wake('work')
    await time.settle()
    expect(rounds).toBe(2)
    for (let i = 0; i < 99; i += 1) {
      process.wake('work')
      await time.pass(1)
    }
    expect(rounds).toBe(2)
    await time.pass(1)
    expect(rounds).toBe(3)
    await process.stop()
  })

  it('does its first round also when it is stopped at once, and stopping waits for its end', async () => {
    let rounds = 0
    const round = async () => {
      await Promise.resolve()
      rounds += 1
    }
    await recurring({ name: 'of a test', everyMs: 100, round, log: { error: () => {} } }).stop()
    expect(rounds).toBe(1)
  })

  it('leaves new work alone for a while, and comes for the newest too', async () => {
    let rounds = 0
    const { time, process } = await started({ graceMs: 2_000, round: async () => void (rounds += 1) })
    process.wake('work')
    await time.pass(1_000)
    process.wake('work')
    await time.pass(1_049)
    expect(rounds).toBe(1)
    await time.pass(1)
    expect(rounds).toBe(2)
    await time.pass(999)
    expect(rounds).toBe(2)
    await time.pass(1)
    expect(rounds).toBe(3)
    await time.pass(60_000)
    expect(rounds).toBe(3)
    await process.stop()
  })

  it('comes again after the grace of its start, for what whoever ended just before had begun', async () => {
    let rounds = 0
    const { time, process } = await started({ graceMs: 600_000, round: async () => void (rounds += 1) })
    await time.pass(600_049)
    expect(rounds).toBe(1)
    await time.pass(1)
    expect(rounds).toBe(2)
    await time.pass(60_000)
    expect(rounds).toBe(2)
    await process.stop()
  })

  it('comes again when a round says that it will have work', async () => {
    let rounds = 0
    const { time, process } = await started({ round: async () => ((rounds += 1) < 3 ? 500 : undefined) })
    await time.pass(499)
    expect(rounds).toBe(1)
    await time.pass(501)
    expect(rounds).toBe(3)
    await time.pass(60_000)
    expect(rounds).toBe(3)
    await process.stop()
  })

  it('tries what fails ever more slowly, and at once when what it failed on is there again', async () => {
    let rounds = 0
    let away = true
    const { time, process } = await started({
      round: async () => {
        rounds += 1
        if (away) throw new Error('the ledger is away')
      },
    })
    await time.pass(60_000)
    expect(rounds).toBe(9) // after 0, 0.2, 0.6, 1.4, 3, 6.2, 12.6, 25.4 and 51 s
    expect(process.health().ok).toBe(false)
    process.wake('work')
    await time.pass(1_000)
    expect(rounds).toBe(9)
    away = false
    process.wake('recovery')
    await time.settle()
    expect(rounds).toBe(10)
    expect(process.health()).toEqual({ ok: true })
    await process.stop()
  })

  it('without anything that wakes it works regularly', async () => {
    const time = standingTime()
    let rounds = 0
    const process = recurring({
      name: 'of a test',
      everyMs: 100,
      log: { error: () => {} },
      timers: time.timers,
      round: async () => void (rounds += 1),
    })
    await time.settle()
    await time.pass(1_000)
    expect(rounds).toBe(11)
    await process.stop()
  })
})

it('pauses are doubled up to a limit, scattered, and begin anew after a success', () => {
  const backoff = createBackoff({ minMs: 100, maxMs: 1_000, random: () => 0 })
  expect(Array.from({ length: 6 }, backoff.nextMs)).toEqual([100, 200, 400, 800, 1_000, 1_000])
  backoff.reset()
  expect(backoff.nextMs()).toBe(100)
  expect(createBackoff({ minMs: 100, maxMs: 100, random: () => 0.5 }).nextMs()).toBe(87.5)
})
