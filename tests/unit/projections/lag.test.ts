import { expect, it } from 'vitest'
import { createLagMeter } from '../../../projections/lag.ts'

const world = () => {
  const state = {
    head: 0n,
    reached: 0n,
    ms: 0,
    looks: 0,
    asked: 0,
    lackedForMs: 0,
    answer: Promise.resolve(),
  }
  const lag = createLagMeter({
    head: async () => {
      state.looks += 1
      return state.head
    },
    reached: () => state.reached,
    lackedForMs: async () => {
      state.asked += 1
      await state.answer
      return state.lackedForMs
    },
    now: () => state.ms,
  })
  return { state, lag }
}

it('is nothing while the read models have the whole log, however long nobody asked', async () => {
  const { state, lag } = world()
  for (const later of [0, 100, 3_600_000]) {
    state.ms += later
    state.head += 5n
    state.reached = state.head
    expect(await lag()).toMatchObject({ positions: 0n, ms: 0 })
  }
})

it('counts from the last moment at which they had all of it, whatever they have done since', async () => {
  const { state, lag } = world()
  await lag()
  for (let second = 1; second <= 60; second += 1) {
    state.ms = second * 1_000
    state.head += 10n
    if (second <= 20) state.reached = state.head
    else state.reached += 1n
    await lag()
    const { positions, ms } = await lag()
    if (second <= 20) expect([positions, ms]).toEqual([0n, 0])
  }
  const { positions, ms } = await lag()
  expect(positions).toBe(360n)
  // 40 of the 400 events since second 20 are there: as far as the log went in second 24.
  expect(ms).toBe(36_000)
  state.reached = state.head
  expect(await lag()).toMatchObject({ positions: 0n, ms: 0 })
})

it('promises no more than what was looked at, and nothing of what a killed database took back', async () => {
  const { state, lag } = world()
  Object.assign(state, { head: 10n, reached: 10n })
  await lag()
  Object.assign(state, { ms: 400, head: 12n })
  // The two new events were not seen yet.
  expect(await lag()).toMatchObject({ ms: 0, certainMs: 400 })
  Object.assign(state, { ms: 900, reached: 12n })
  await lag()
  Object.assign(state, { ms: 1_000 })
  expect(await lag()).toMatchObject({ certainMs: 100 })
  Object.assign(state, { ms: 1_200, reached: 7n, lackedForMs: 9_200 })
  expect(await lag()).toMatchObject({ positions: 5n, ms: 9_200, certainMs: 9_200 })
  // A lost connection is no loss of read models.
  Object.assign(state, { ms: 1_300, reached: 12n })
  await lag()
  Object.assign(state, { ms: 1_350, reached: 0n })
  expect((await lag()).certainMs).toBeLessThan(400)
})

it('knows in a process that has just started for how long they have been behind', async () => {
  const { state, lag } = world()
  Object.assign(state, { head: 10n, reached: 4n, lackedForMs: 8_000 })
  expect(await lag()).toMatchObject({ positions: 6n, ms: 8_000 })
  state.ms += 1_000
  state.reached = 9n
  expect(await lag()).toMatchObject({ positions: 1n, ms: 9_000 })
  state.reached = state.head
  expect(await lag()).toMatchObject({ positions: 0n, ms: 0 })
})

it('tells nobody that they have all of it before it knows, nor when it could not find out', async () => {
  const { state, lag } = world()
  const answered = Promise.withResolvers<void>()
  const refused = Promise.withResolvers<void>()
  Object.assign(state, { head: 10n, reached: 4n, lackedForMs: 8_000, answer: refused.promise })
  const first = lag()
  await expect.poll(() => state.asked).toBe(1)
  const second = lag()
  refused.reject(new Error('no connection'))
  await expect(first).rejects.toThrow('no connection')
  await expect(second).rejects.toThrow('no connection')
  state.ms += 100
  state.answer = answered.promise
  const third = lag()
  await expect.poll(() => state.asked).toBe(2)
  const fourth = lag()
  answered.resolve()
  expect(await third).toMatchObject({ positions: 6n, ms: 8_000 })
  expect(await fourth).toMatchObject({ positions: 6n, ms: 8_000 })
})

it('looks at the log at most twice a second, and not at all while nobody asks', async () => {
  const { state, lag } = world()
  for (state.ms = 0; state.ms < 10_000; state.ms += 10) await lag()
  expect(state.looks).toBeGreaterThan(10)
  expect(state.looks).toBeLessThanOrEqual(20)
})
