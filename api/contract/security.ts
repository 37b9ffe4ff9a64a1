import * as z from 'zod/mini'
import { ById, Id, Page, Timestamp } from './fields.ts'
import { Label, openEnum } from './open.ts'
import { defineOperations, member } from './operation.ts'
import { SecurityEventKind } from './security-event-kind.ts'

/** A sign-in counts as fresh for this long. */
export const FRESH_SIGN_IN_MINUTES = 10

/** How long the trail of an account that was closed stays: for a member who finds it gone and asks the operator. */
export const CLOSED_TRAIL_DAYS = 90

/** Code of the refusal that a fresh sign-in resolves. */
export const FRESH_SIGN_IN_REQUIRED = 'fresh_sign_in_required'

/** A session of the member. */
export const OwnSession = z.object({
  id: Id,
  /** Such as "Firefox on Linux", as the browser named itself at sign-in. */
  device: z.string(),
  signed_in_at: Timestamp,
  /** To the minute. */
  last_seen_at: Timestamp,
  /** Whether it is the calling session. */
  current: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** An entry in the member's security trail. */
export const SecurityEvent = z.object({
  id: z.string(),
  kind: openEnum(SecurityEventKind),
  label: Label,
  at: Timestamp,
  /** Device, as in {@link OwnSession}. */
  device: z.string(),
  /** More detail, such as the reason of a refusal; null when there is none. */
  detail: z.nullable(z.string()),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

export const securityOperations = defineOperations({
  listSessions: member.get('/api/sessions', {
    summary: 'Where the member is signed in, newest first',
    response: z.object({ sessions: z.array(OwnSession) }),
  }),
  endSession: member.post('/api/sessions/{id}/end', {
    summary: 'Signs the member out in one place, for good',
    params: ById,
  }),
  endOtherSessions: member.post('/api/sessions/end-others', {
    summary: 'Signs the member out everywhere but here',
    response: z.object({ ended: z.int() }),
  }),
  listSecurityEvents: member.get('/api/security-events', {
    summary: 'The security trail of the member, newest first; kept for 400 days',
    query: Page,
    response: z.object({ events: z.array(SecurityEvent), next_cursor: z.nullable(z.string()) }),
  }),
})
