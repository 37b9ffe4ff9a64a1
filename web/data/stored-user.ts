import { CurrentUser } from '../../api/contract/session.ts'

/** How long a device that cannot reach the server shows stored data. */
export const OFFLINE_LIMIT_MS = 3 * 86_400_000

/**
 * The member whose stored data a device without a session shows, until three days after the server last confirmed them;
 * then the device is locked. A clock that was put back unlocks nothing.
 */
export const storedUser = (
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
