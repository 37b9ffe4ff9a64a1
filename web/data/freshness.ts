import type { Sync } from './refresh.ts'

/**
 * - `live`: the server confirmed it within the last minute, or has said nothing else since while it would have.
 * - `refreshing`: the server is being asked; there may be nothing to show yet.
 * - `cached`: from this device; show its age.
 * - `never`: there is nothing on this device and the server could not be asked; see `error`.
 */
export type Freshness = 'live' | 'refreshing' | 'cached' | 'never'

const LIVE_FOR_MS = 60_000
/** Where the server says what is new by itself, so that it is asked less often. */
const TOLD_FOR_MS = 180_000

/**
 * How what is shown stands towards the server. `has`: there is something to show; `read`: the cache has been
 * looked into. An answer that has arrived is read back from the cache a moment later: with nothing to show and
 * no error, there is something on its way.
 */
export const freshness = (
  { has, read }: { readonly has: boolean; readonly read: boolean },
  { running, error, refreshedAt }: Sync,
  online: boolean,
  isTold = false,
): Freshness => {
  if (!has) return running || !read || error === null ? 'refreshing' : 'never'
  // Less than nothing where the device's clock was put back since: then nobody knows.
  const sinceMs = refreshedAt === null ? -1 : Date.now() - refreshedAt
  const confirmed = sinceMs >= 0 && sinceMs < (isTold ? TOLD_FOR_MS : LIVE_FOR_MS)
  if (online && confirmed && error === null) return 'live'
  const untouched = refreshedAt === null && error === null
  return running || (untouched && online) ? 'refreshing' : 'cached'
}
