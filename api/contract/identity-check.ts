import * as z from 'zod/mini'
import { keyText, Timestamp } from './fields.ts'
import { openEnum } from './open.ts'
import { anybody, defineOperations, member } from './operation.ts'

/** Why a check did not succeed. */
export const CheckReason = z.enum([
  'document_expired',
  'document_unreadable',
  'document_type',
  'country_unsupported',
  'selfie_mismatch',
  'selfie_unusable',
  'under_age',
  'consent_declined',
  'device_unsupported',
  'other',
])
export type CheckReason = z.infer<typeof CheckReason>

/**
 * Where a member stands: `pending` waits for them or for the provider (`waits_for`); `lapsed` was verified once.
 * Somebody verified stays so while a newer check is under way.
 */
export const IdentityState = z.enum(['unverified', 'pending', 'verified', 'rejected', 'lapsed'])
export type IdentityState = z.infer<typeof IdentityState>

/** Checks that a member may begin within so many days. */
export const CHECKS_MAX = { count: 5, days: 30 } as const
/** So many days before it lapses, a verification can be renewed, and the member is told. */
export const RENEW_DAYS = 30

/**
 * The sandbox's test persons, like those that providers publish: whom one answers as determines how the check ends.
 * None of them exists.
 */
export const TEST_PERSONS = [
  { id: 'valid', name: 'Vera Valid', outcome: 'Verified' },
  { id: 'slow', name: 'Solveig Slow', outcome: 'Verified, after a simulated day' },
  { id: 'expired', name: 'Exa Pired', outcome: 'Rejected: the document has expired' },
  { id: 'blurred', name: 'Blair Blurred', outcome: 'Rejected: the document cannot be read' },
  { id: 'stranger', name: 'Sam Stranger', outcome: 'Rejected: the face is not the one on the document' },
  { id: 'minor', name: 'Mina Minor', outcome: 'Rejected: under 18' },
  { id: 'elsewhere', name: 'Elsa Where', outcome: 'Rejected: a country that is not supported' },
  { id: 'unwilling', name: 'Una Willing', outcome: 'Rejected: does not agree to be checked' },
] as const
const TestPerson = z.enum(
  TEST_PERSONS.map(({ id }) => id),
  'Choose one of the test persons.',
)
export type TestPerson = z.infer<typeof TestPerson>

export const IdentityCheck = z.object({
  state: openEnum(IdentityState),
  /** Who has to act while a check is under way, also beside `verified`; null: none is. */
  waits_for: z.nullable(openEnum(z.enum(['member', 'provider']))),
  /** Until when the member is verified, or was. */
  verified_until: z.nullable(Timestamp),
  /** Why the newest check did not succeed; null: it did, or there is none. */
  reason: z.nullable(openEnum(CheckReason, 'other')),
  /** Whether a check can be begun or gone on with now. */
  can_begin: z.boolean(),
  /** From when on, where there were too many. */
  begin_from: z.nullable(Timestamp),
  /** Who looks at documents here; null: nobody, so that nobody can be verified. */
  provider: z.nullable(openEnum(z.enum(['stripe', 'sandbox']))),
  /** Cents that somebody who is not verified may hold when adding, and send in a day. */
  unverified_cents: z.int(),
  /** With whom the sandbox's check can be answered; empty elsewhere. */
  test_persons: z.array(z.object({ id: z.string(), name: z.string(), outcome: z.string() })),
})
export type IdentityCheck = z.infer<typeof IdentityCheck>

/** With where to go on. */
export const BegunCheck = z.extend(IdentityCheck, {
  /** The provider's page, good for one visit; null: the check is answered here, or is being processed. */
  url: z.nullable(z.url()),
})
export type BegunCheck = z.infer<typeof BegunCheck>

export const identityCheckOperations = defineOperations({
  getIdentityCheck: member.get('/api/profile/identity-check', {
    summary: 'Whether it was verified who the member is, and what they can do about it',
    response: IdentityCheck,
  }),
  beginIdentityCheck: member.post('/api/profile/identity-check', {
    summary:
      'Begins a check of who the member is, or goes on with the one that is open; what is shown there goes to the provider alone',
    response: BegunCheck,
  }),
  answerIdentityCheck: member.post('/api/profile/identity-check/test-person', {
    summary: 'In the sandbox: answers the open check as one of the test persons',
    body: z.strictObject({ person: TestPerson }),
    response: IdentityCheck,
  }),
  receiveIdentityWebhook: anybody.post('/api/webhooks/{provider}/identity', {
    summary:
      "Receives the provider's signed news of checks; each only says that there is something to look at",
    params: z.strictObject({ provider: keyText(40, 'This provider is not known.') }),
    response: z.object({ received: z.literal(true) }),
  }),
})
