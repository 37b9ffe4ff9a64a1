/** Seconds that a provider may take from the authentication to the ID token, besides the time at its pages. */
const ISSUING_SECONDS = 5

interface Times {
  /** The ID token's claims `auth_time` and `iat`: seconds since 1970, both by the provider's clock. */
  readonly authTime: unknown
  readonly issuedAt: unknown
  /** When the sign-in began, and now, when the ID token was fetched; both by our clock. */
  readonly startedAt: Date
  readonly now: Date
}

/**
 * When the provider authenticated the member at our request, in milliseconds since 1970 by our clock, never later than
 * `now`. Null: nothing is proven, because we asked for no `max_age`, or the provider states no `auth_time`, or one that is
 * older than asked for or later than its ID token (OpenID Connect Core 1.0, 3.1.2.1 and 3.1.3.7, step 13).
 *
 * `max_age` travels through the browser, which can remove it. So an authentication counts only if the provider made it
 * within the time that the sign-in took here. Each of the two spans is by one clock, however much these differ.
 */
export const provenAtOf = (
  maxAgeSeconds: number | null,
  { authTime, issuedAt, startedAt, now }: Times,
): number | null => {
  if (maxAgeSeconds === null || typeof authTime !== 'number' || typeof issuedAt !== 'number') return null
  const tookSeconds = (now.getTime() - startedAt.getTime()) / 1_000
  const ageSeconds = issuedAt - authTime
  const isWithin =
    ageSeconds >= -ISSUING_SECONDS && ageSeconds <= maxAgeSeconds + tookSeconds + ISSUING_SECONDS
  return isWithin ? now.getTime() - Math.max(ageSeconds, 0) * 1_000 : null
}
