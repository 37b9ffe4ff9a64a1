import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Makes V8 collect all garbage at once. Call it at the end of the start, when a quarter of the heap was needed only for
 * starting. V8 then runs one more collection some seconds later; without this call it runs two, at any time in the
 * first minutes.
 */
export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  // Only a context created after the flag was set has `gc`.
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect()
}
