import type { Currency } from '../../events/money.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import { int8, json, nullable, oneOf, positive, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Requests of one member for another one's money, with their status. */
export const transferRequest = defineTable(
  'transfer_request',
  ['id'],
  {
    id: uuid,
    requesterId: uuid,
    payerId: uuid,
    currency: text<Currency>(),
    minor: positive,
    message: nullable(json<EncryptedText>()),
    status: oneOf(['pending', 'approved', 'completed', 'declined', 'cancelled', 'expired', 'failed']),
    requestedAt: timestamp,
    expiresAt: timestamp,
    /** The attempt to answer that counts; null while there is none. */
    answerId: nullable(uuid),
    /** When the request was answered, or expired. */
    answeredAt: nullable(timestamp),
    /** Id of the payment, from the approval on. */
    transferId: nullable(uuid),
    /** Position of the first approval; no payment comes before it. */
    approvedPosition: nullable(int8),
    requestedPosition: int8,
    position: int8,
  },
  {
    indexes: {
      transfer_request_incoming: '(payer_id, requested_position)',
      transfer_request_outgoing: '(requester_id, requested_position)',
      // For the settlement process; nearly always empty.
      transfer_request_approved: `(answered_at, id) where status = 'approved'`,
      // For the limits on pending requests.
      transfer_request_pending_payer: `(payer_id, requester_id) where status = 'pending'`,
      transfer_request_pending_requester: `(requester_id) where status = 'pending'`,
      // For the expiry process.
      transfer_request_pending: `(expires_at, id) where status = 'pending'`,
    },
  },
)
