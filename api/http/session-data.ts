import * as z from 'zod/mini'
import type { AccessScope } from '../contract/access-tokens.ts'

/** A session ends after this time without a request. */
const IDLE_LIMIT_MS = 30 * 60_000
/** A session ends after this time in any case (ASVS 7.3). */
export const ABSOLUTE_LIMIT_MS = 12 * 3_600_000
/** Time limit for a sign-in. */
const ANONYMOUS_LIMIT_MS = 15 * 60_000
/** A stored session. Times in milliseconds since 1970 by the server's clock. */
export const SessionData = z.object({
  /** Absent before sign-in. */
  memberId: z.optional(z.string()),
  startedAt: z.number(),
  seenAt: z.number(),
  /** Hash of the `state` of the sign-in that made it. */
  signedInWith: z.optional(z.string()),
  /** When the identity provider authenticated the member because we asked it to. Absent: nothing is proven. */
  provenAt: z.optional(z.number()),
  /** We asked it to, and it does not say when it did: asking again is useless. */
  undated: z.optional(z.boolean()),
  /** Its device, such as "Firefox on Linux". */
  device: z.optional(z.string()),
})
export type SessionData = z.infer<typeof SessionData>

/** When a session ends without further requests: milliseconds since 1970. */
export const expiryOf = ({ memberId, startedAt, seenAt }: SessionData): number =>
  memberId === undefined
    ? startedAt + ANONYMOUS_LIMIT_MS
    : Math.min(startedAt + ABSOLUTE_LIMIT_MS, seenAt + IDLE_LIMIT_MS)

/** Per-request state of the session middleware, besides the session itself. */
export interface SessionOfRequest {
  /** Hash of the session's id, its key in the store. */
  hash?: string
  /** The session as read. */
  data?: SessionData
  /** From the cache and read-only: koa-session does not run for this request. */
  isReadOnly?: boolean
  /** The store rejected the write: the session was revoked while the request ran. */
  dead?: boolean
}

/** A personal access token that is in force. */
export interface KnownToken {
  readonly id: string
  readonly memberId: string
  readonly scopes: readonly AccessScope[]
  /** Cents that may be paid with it in a day; null: it may not pay. */
  readonly payCents: bigint | null
}
