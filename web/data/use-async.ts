import { useCallback, useEffect, useState } from 'react'

/** Result of the request; both null while it is running. */
interface AsyncResult<T> {
  readonly value: T | null
  readonly error: unknown
  readonly again: () => void
}

/**
 * Runs `load`, a request or other slow work, on mount and again on demand. The component holds the result; it is never
 * stored on the device. Pass a stable `load`: another function is run anew.
 */
export const useAsync = <T>(load: (signal: AbortSignal) => Promise<T>): AsyncResult<T> => {
  const [times, setTimes] = useState(0)
  const [answer, setAnswer] = useState<Omit<AsyncResult<T>, 'again'> & { to: typeof load; times: number }>()
  useEffect(() => {
    const left = new AbortController()
    const settle = (value: T | null, error: unknown) => {
      if (!left.signal.aborted) setAnswer({ to: load, times, value, error })
    }
    load(left.signal).then(
      (value) => settle(value, null),
      (error: unknown) => settle(null, error),
    )
    return () => left.abort()
  }, [load, times])
  const { value = null, error = null } = answer?.to === load && answer.times === times ? answer : {}
  return { value, error, again: useCallback(() => setTimes((before) => before + 1), []) }
}
