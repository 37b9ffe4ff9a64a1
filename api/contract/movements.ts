import * as z from 'zod/mini'
import { ById, Timestamp, writtenText } from './fields.ts'
import { defineOperations, member } from './operation.ts'
import { Activity } from './wallet.ts'
import { Case, CaseText, ReportReason } from './cases.ts'

export const NOTE_MAX = 500

/** One movement with what its member has written about it. */
export const Movement = z.extend(Activity, {
  /** Of a transfer: when it was sent, and when it arrived or came back; null otherwise and while it is on its way. */
  sent_at: z.nullable(Timestamp),
  completed_at: z.nullable(Timestamp),
  /** The member's own; nobody else sees it. */
  note: z.nullable(z.string()),
  /** Set when the member said that something is wrong. */
  report: z.nullable(
    z.object({
      reason: Case.shape.reason,
      /** What they said last. */
      details: z.string(),
      reported_at: Timestamp,
      /** What became of it; an older server does not say. */
      case: z.optional(Case),
    }),
  ),
})
export type Movement = z.infer<typeof Movement>

export const movementOperations = defineOperations({
  getMovement: member.get('/api/wallet/transactions/{id}', {
    summary: "One line of the member's activity, with their note and report",
    params: ById,
    response: Movement,
  }),
  setMovementNote: member.put('/api/wallet/transactions/{id}/note', {
    summary: "Sets the member's own note on a movement; null removes it",
    params: ById,
    body: z.strictObject({ note: z.nullable(writtenText('The note', NOTE_MAX)) }),
    response: Movement,
  }),
  reportMovement: member.put('/api/wallet/transactions/{id}/report', {
    summary:
      'Says that something is wrong with a movement: a case for the operator. Said again in other words, it is the same case',
    params: ById,
    body: z.strictObject({ reason: ReportReason, details: CaseText }),
    response: Movement,
  }),
})
