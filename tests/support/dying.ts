import type { Pool } from 'pg'

export class Died extends Error {}

/** Calls of a process that dies at the n-th of them, before or after it was done. */
export const dyingAt = (n: number, isDone: boolean) => {
  let calls = 0
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    calls += 1
    if (calls > n || (calls === n && !isDone)) throw new Died()
    const result = await work()
    if (calls === n) throw new Died()
    return result
  }
  return { step, isDead: () => calls >= n }
}

/** An object whose named methods go through `step`. */
export const stepping = <Target extends object>(
  target: Target,
  names: readonly (keyof Target & string)[],
  step: <T>(work: () => Promise<T>) => Promise<T>,
): Target =>
  new Proxy(target, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name, of)
      if (typeof value !== 'function') return value
      const bound = (...args: unknown[]): unknown => Reflect.apply(value, of, args)
      return names.some((one) => one === name)
        ? (...args: unknown[]) => step(async () => bound(...args))
        : bound
    },
  })

/** A pool whose queries, and those in its transactions, go through `step`. */
export const steppingPool = (pool: Pool, step: <T>(work: () => Promise<T>) => Promise<T>): Pool => {
  const stepped = stepping(pool, ['query'], step)
  return Object.assign(Object.create(stepped), {
    query: (...args: Parameters<Pool['query']>) => stepped.query(...args),
    connect: async () => stepping(await pool.connect(), ['query'], step),
  })
}
