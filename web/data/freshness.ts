import type { Sync } from './refresh.ts'

/**
 * - `live`: the server confirmed it within the last 15 seconds, or the last three minutes while it pushes news, and was
 *   not behind.
 * - `refreshing`: a request is under way; there may be nothing to show yet.
 * - `cached`: from this device; show its age.
 * - `never`: there is nothing on this device and the request failed; see `error`.
 */
export type Freshness = 'live' | 'refreshing' | 'cached' | 'never'

const LIVE_FOR_MS = 15_000
/** Like LIVE_FOR_MS, while the server pushes news and is polled less often. */
const TOLD_FOR_MS = 180_000

/**
 * Freshness of the shown data. `has`: there is something to show; `read`: the cache has been read. A response is read
 * back from the cache a moment after its arrival: nothing to show and no error means that it is about to appear.
 */
export const freshness = (
  { has, read }: { readonly has: boolean; readonly read: boolean },
  { running, error, refreshedAt, loaded }: Sync,
  online: boolean,
  isTold = false,
): Freshness => {
  if (!has) return running || !read || error === null ? 'refreshing' : 'never'
  // Negative if the device's clock was put back since: the age is unknown then.
  const sinceMs = refreshedAt === null ? -1 : Date.now() - refreshedAt
  const confirmed = sinceMs >= 0 && sinceMs < (isTold ? TOLD_FOR_MS : LIVE_FOR_MS)
  if (online && confirmed && error === null && loaded?.late !== true) return 'live'
  const untouched = refreshedAt === null && error === null
  return running || (untouched && online) ? 'refreshing' : 'cached'
}
