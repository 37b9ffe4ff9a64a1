import { describe, expect, it } from 'vitest'
import { createFairQueue, type FairQueueOptions } from '../../../api/http/fair-queue.ts'

/** Starts work that runs until the test finishes it. */
const scene = (options: FairQueueOptions) => {
  const turns = createFairQueue(options)
  const running: { key: string; finish: () => void }[] = []
  const begin = (key: string) =>
    turns(key, () => new Promise<string>((resolve) => running.push({ key, finish: () => resolve(key) })))
  /** Keys of the running work, in the order of its start. */
  const keys = () => running.map(({ key }) => key).join('')
  const finish = async () => {
    running.shift()?.finish()
    await new Promise(setImmediate)
  }
  return { begin, keys, finish }
}

describe('turns', () => {
  it('let one key have so much under way, and another none the less', () => {
    const { begin, keys } = scene({ perKey: 3, waitingMax: 100 })
    for (let n = 0; n < 40; n++) void begin('m')
    void begin('o')
    expect(keys()).toBe('mmmo')
  })

  it('come round: a key that has much waiting is served after each of the others', async () => {
    const { begin, keys, finish } = scene({ perKey: 1, waitingMax: 100, total: 2 })
    for (const key of 'mmmmmnno') void begin(key)
    expect(keys()).toBe('mn')
    await finish()
    expect(keys()).toBe('no')
    await finish()
    expect(keys()).toBe('om')
    await finish()
    expect(keys()).toBe('mn')
  })

  it('refuse what would wait behind too many of the same key', async () => {
    const { begin } = scene({ perKey: 1, waitingMax: 2 })
    for (const key of 'mmm') void begin(key)
    await expect(begin('m')).rejects.toMatchObject({ status: 429, code: 'too_many_at_once' })
  })

  it('go on after work that failed', async () => {
    const turns = createFairQueue({ perKey: 1, waitingMax: 1 })
    await expect(turns('m', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(turns('m', async () => 'well')).resolves.toBe('well')
  })
})
