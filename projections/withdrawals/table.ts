import { boolean, int8, notNegative, nullable, oneOf, positive, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Withdrawals with their state, from the member's order on. */
export const withdrawal = defineTable(
  'withdrawal',
  ['id'],
  {
    id: uuid,
    memberId: uuid,
    /** The saved bank account that it goes to. */
    accountId: uuid,
    /** Cents that it gets, and those of the fee on top: zero once an instant one goes by ACH. */
    minor: positive,
    feeMinor: notNegative,
    /** The rail that it goes by. */
    rail: oneOf(['ach', 'instant']),
    /** It was to be instant and goes by ACH. */
    fellBack: boolean,
    /** `review`: a person has to look at it first; `ordered`: the bank is asked, and may not have answered yet; `returned`: by the receiving bank, after it was sent. */
    state: oneOf(['review', 'requested', 'ordered', 'sent', 'failed', 'cancelled', 'returned']),
    /** The bank's id of it; null before it was sent. */
    reference: nullable(text()),
    /** Why it failed, was returned or is in review; null otherwise. */
    reason: nullable(text()),
    requestedAt: timestamp,
    sentAt: nullable(timestamp),
    /** Of one that is `requested`: since when it can be handed to the bank, but for the time to cancel it. */
    updatedAt: timestamp,
    /** Position of its first event. */
    position: int8,
  },
  {
    indexes: {
      withdrawal_newest: '(member_id, position)',
      // For the process that hands them to the bank; nearly always empty.
      withdrawal_unsent: `(requested_at, id) where state in ('requested', 'ordered')`,
      withdrawal_in_review: `(position) where state = 'review'`,
    },
  },
)
