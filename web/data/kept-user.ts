import { CurrentUser } from '../../api/contract/session.ts'

/** How long a device that cannot reach the server shows what it keeps. */
export const OFFLINE_LIMIT_MS = 3 * 86_400_000

/**
 * The member whose data a device without a session shows: the one it keeps, for three days after the server last knew
 * them; then there is a lock. A clock that was put back opens nothing.
 */
export const keptUser = (
  stored: { readonly value: unknown; readonly asOf: string } | undefined,
  memberId: string,
  now: number,
): CurrentUser | null => {
  if (stored === undefined) return null
  const ageMs = now - Date.parse(stored.asOf)
  if (!(ageMs >= 0 && ageMs <= OFFLINE_LIMIT_MS)) return null
  const user = CurrentUser.safeParse(stored.value)
  return user.success && user.data.id === memberId ? user.data : null
}
