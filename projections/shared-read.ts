import type { Pool } from 'pg'

/**
 * Makes those share one read who ask for the same in the same moment, as the parts of a page do that one request asks
 * for. The moment is one turn of the event loop with all promises that it settles: whoever asks in it was called by what came
 * in before the read was sent, so that nobody is answered with what was read before they asked.
 *
 * @param keyOf what is asked for
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
      // Comes when no promise of this turn is left to settle.
      process.nextTick(() => now.clear())
    }
    const key = keyOf(...args)
    const reading = now.get(key) ?? read(pool, ...args)
    now.set(key, reading)
    return reading
  }
}
