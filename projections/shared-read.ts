import type { Pool } from 'pg'

/**
 * Makes simultaneous calls with the same key share one read, as the parts of a page do that one request loads. Calls
 * are simultaneous within one turn of the event loop and all promises that settle in it: whatever caused them came in
 * before the read was sent, so no caller gets data that was read before its call.
 *
 * @param keyOf identifies what is read
 */
export const sharedRead = <Args extends readonly unknown[], Result>(
  keyOf: (...args: Args) => string,
  read: (pool: Pool, ...args: Args) => Promise<Result>,
): ((pool: Pool, ...args: Args) => Promise<Result>) => {
  const readings = new WeakMap<Pool, Map<string, Promise<Result>>>()
  return (pool, ...args) => {
    const now = readings.get(pool) ?? new Map<string, Promise<Result>>()
    if (now.size === 0) {
      readings.set(pool, now)
      // Called when no promise of this turn is left to settle.
      process.nextTick(() => now.clear())
    }
    const key = keyOf(...args)
    const reading = now.get(key) ?? read(pool, ...args)
    now.set(key, reading)
    return reading
  }
}
