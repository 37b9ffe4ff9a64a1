import { describe, expect, it } from 'vitest'
import { gatherCalls } from '../../../api/http/batching.ts'

describe('gathered calls', () => {
  it('travel together, each getting its own answer', async () => {
    const runs: (readonly number[])[] = []
    const double = gatherCalls<number, number>({
      run: async (inputs) => {
        runs.push(inputs)
        return inputs.map((input) => 2 * input)
      },
    })
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
    expect(runs).toEqual([[1, 2, 3]])
  })

  it('that come during a run wait for the next one', async () => {
    const runs: number[] = []
    const gates: (() => void)[] = []
    const call = gatherCalls<number, number>({
      concurrency: 1,
      batchMax: 3,
      run: (inputs) =>
        new Promise((resolve) => {
          runs.push(inputs.length)
          gates.push(() => resolve(inputs))
        }),
    })
    const first = call(0)
    await expect.poll(() => runs).toEqual([1])
    const rest = [1, 2, 3, 4].map(call)
    gates[0]?.()
    expect(await first).toBe(0)
    await expect.poll(() => runs).toEqual([1, 3])
    gates[1]?.()
    await expect.poll(() => runs).toEqual([1, 3, 1])
    gates[2]?.()
    expect(await Promise.all(rest)).toEqual([1, 2, 3, 4])
  })

  it('do not suffer from a bad one among them', async () => {
    const call = gatherCalls<number, number>({
      run: async (inputs) => {
        if (inputs.includes(3)) throw new Error('three')
        return inputs
      },
    })
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(call))
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
  })

  it('can be refused one by one', async () => {
    const call = gatherCalls<number, number>({
      run: async (inputs) => inputs.map((input) => (input === 2 ? new Error('two') : input)),
    })
    const outcomes = await Promise.allSettled([1, 2].map(call))
    expect(outcomes).toMatchObject([{ value: 1 }, { reason: { message: 'two' } }])
  })
})
