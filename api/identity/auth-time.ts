/** How far the provider's clock and ours may differ, and how long its redirect to us may take. */
const TOLERANCE_MS = 120_000

/**
 * When the provider authenticated the member at our request, in milliseconds since 1970, never later than `now`. Null:
 * nothing is proven, because we asked for no `max_age`, or the provider states no `auth_time`, or one that is older than
 * asked for or lies in the future (OpenID Connect Core 1.0, 3.1.2.1 and 3.1.3.7, step 13).
 * @param authTime the ID token's claim: seconds since 1970
 */
export const provenAtOf = (maxAgeSeconds: number | null, authTime: unknown, now: Date): number | null => {
  if (maxAgeSeconds === null || typeof authTime !== 'number' || !Number.isFinite(authTime)) return null
  const ageMs = now.getTime() - authTime * 1_000
  if (ageMs < -TOLERANCE_MS || ageMs > maxAgeSeconds * 1_000 + TOLERANCE_MS) return null
  return Math.min(authTime * 1_000, now.getTime())
}
