import { setImmediate as nextInput } from 'node:timers/promises'
import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { sharedRead } from '../../../projections/shared-read.ts'

const pool = new Pool()
const asked: string[] = []
const read = sharedRead(
  (id: string) => id,
  async (_, id) => {
    asked.push(id)
    await nextInput()
    return id === 'broken' ? Promise.reject(new Error('broken')) : [id]
  },
)

/** Returns the number of reads that `work` causes. */
const readsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = asked.length
  await work()
  return asked.length - before
}

test('who asks for the same in the same moment shares one read', async () => {
  const later = async () => {
    await Promise.resolve()
    await Promise.resolve()
    return read(pool, 'ada')
  }
  expect(await readsOf(() => Promise.all([read(pool, 'ada'), read(pool, 'ada'), later()]))).toBe(1)
})

test('others, and other pools, have reads of their own', async () => {
  const all = () => Promise.all([read(pool, 'ada'), read(pool, 'grace'), read(new Pool(), 'ada')])
  expect(await readsOf(all)).toBe(3)
})

test('whoever comes with the next input reads anew, even while the first read is under way', async () => {
  const next = async () => {
    await nextInput()
    return read(pool, 'ada')
  }
  expect(await readsOf(() => Promise.all([read(pool, 'ada'), next()]))).toBe(2)
})

test('a read that fails fails for all who share it, and is not kept', async () => {
  const both = () => Promise.allSettled([read(pool, 'broken'), read(pool, 'broken')])
  expect(await readsOf(both)).toBe(1)
  expect(await readsOf(both)).toBe(1)
  await expect(read(pool, 'broken')).rejects.toThrow('broken')
})
