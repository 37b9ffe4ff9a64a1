import { expect, it } from 'vitest'
import { createBacklogs, unfinishedBacklog } from '../../../api/processes/backlog.ts'

const NOW = Date.parse('2026-05-01T12:00:00Z')
const clock = () => new Date(NOW)

/** Work that began so many seconds ago. */
const begun = (...secondsAgo: readonly number[]) => ({
  clock,
  unfinished: async (before: Date, limit: number) =>
    secondsAgo.filter((seconds) => NOW - seconds * 1_000 < before.getTime()).slice(0, limit),
})

it('is late when its oldest piece has waited for longer than it may, and for as long as others let it wait', async () => {
  const look = (secondsAgo: readonly number[], waitsMs?: number) =>
    unfinishedBacklog('transfers', begun(...secondsAgo), waitsMs).look(60_000)
  expect(await look([])).toEqual({ waiting: 0, late: false })
  expect(await look([1, 59])).toEqual({ waiting: 2, late: false })
  expect(await look([1, 61])).toEqual({ waiting: 2, late: true })
  expect(await look([1, 61], 10_000)).toEqual({ waiting: 2, late: false })
  expect(await look([71], 10_000)).toEqual({ waiting: 1, late: true })
})

it('is looked at once in a while, however many ask, and again at once after a failure', async () => {
  let looked = 0
  let now = 0
  let fails = false
  const look = async () => {
    looked += 1
    if (fails) throw new Error('away')
    return { waiting: looked, late: false }
  }
  const backlogs = createBacklogs([{ name: 'pushes', look }], 60_000, () => now)
  await Promise.all([backlogs(), backlogs(), backlogs()])
  expect(looked).toBe(1)
  now += 2_000
  expect([...(await backlogs())]).toEqual([['pushes', { waiting: 2, late: false }]])
  now += 2_000
  fails = true
  await expect(backlogs()).rejects.toThrow('away')
  fails = false
  expect((await backlogs()).get('pushes')?.waiting).toBe(4)
})
