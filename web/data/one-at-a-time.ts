/** Longest that one tab holds up the others, ms: a tab that a browser has frozen keeps its lock. */
const PATIENCE_MS = 10_000

/** Waits for the lock; resolves to the function that gives it back. */
const hold = async (name: string): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  navigator.locks
    .request(name, { signal: AbortSignal.timeout(PATIENCE_MS) }, () => {
      held.resolve()
      return released.promise
    })
    .catch(held.reject)
  await held.promise
  return released.resolve
}

/**
 * Does `work` in one tab of the browser at a time, since all tabs share the cookie of the session. Where the browser has
 * no locks or forbids them, and after ten seconds' wait, it is done all the same.
 */
export const oneTabAtATime = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const release =
    'locks' in navigator
      ? await hold(name).catch((error: unknown) => console.warn('Not held up by other tabs', error))
      : undefined
  try {
    return await work()
  } finally {
    release?.()
  }
}
