import * as z from 'zod/mini'

/** A session ends after this time without a request. */
const IDLE_LIMIT_MS = 30 * 60_000
/** A session ends after this time whatever happens (ASVS 7.3). */
export const ABSOLUTE_LIMIT_MS = 12 * 3_600_000
/** How long a visitor may take to sign in. */
const ANONYMOUS_LIMIT_MS = 15 * 60_000
/** What a session remembers. Times in milliseconds since 1970 by the server's clock. */
export const SessionData = z.object({
  /** Absent before sign-in. */
  memberId: z.optional(z.string()),
  startedAt: z.number(),
  seenAt: z.number(),
  /** Hash of the `state` of the sign-in that made it. */
  signedInWith: z.optional(z.string()),
  /** When the identity provider saw the member. Absent: when it started. */
  seenByProviderAt: z.optional(z.number()),
  /** Where it is, such as "Firefox on Linux". */
  device: z.optional(z.string()),
})
export type SessionData = z.infer<typeof SessionData>

/** When a session ends, if nothing is asked with it any more: milliseconds since 1970. */
export const expiryOf = ({ memberId, startedAt, seenAt }: SessionData): number =>
  memberId === undefined
    ? startedAt + ANONYMOUS_LIMIT_MS
    : Math.min(startedAt + ABSOLUTE_LIMIT_MS, seenAt + IDLE_LIMIT_MS)

/** What this module keeps about a request beside the session itself. */
export interface SessionOfRequest {
  /** Hash of its id, by which it is known. */
  hash?: string
  /** The session as it was read. */
  data?: SessionData
  /** It was remembered: koa-session knows nothing of the request. */
  isOnlyLookedAt?: boolean
  /** The store refused to write: the session was revoked while the request ran. */
  dead?: boolean
}
