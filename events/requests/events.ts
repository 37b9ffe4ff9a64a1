import * as z from 'zod'
import { EncryptedText } from '../encrypted-text.ts'
import { Cents, fact, Id, Time } from '../facts.ts'
import { since, widened } from '../level.ts'
import { defineEvents } from '../stream.ts'

/** `answerId` identifies one attempt of a member to answer or cancel; a retry has the same id. */
const answer = { requestId: Id, answerId: Id }

/** A request is made, fulfilled and expires once, and each attempt to answer has an id. */
export const TransferRequestEvent = z.discriminatedUnion('type', [
  fact('TransferRequested', ['requestId'], {
    requestId: Id,
    requesterId: Id,
    payerId: Id,
    amount: Cents,
    message: z.nullable(EncryptedText),
    expiresAt: Time,
  }),
  /**
   * The payer approved, so the request is answered; the payment is made as `transferId`. `provenAt`: when the step-up
   * that covers it proved that the payer is there; absent without one, and below level 2.
   */
  fact('TransferRequestApproved', ['requestId', 'answerId'], {
    ...answer,
    transferId: Id,
    provenAt: since(2, z.optional(Time)),
  }),
  /** The requester has the money. */
  fact('TransferRequestFulfilled', ['requestId'], { requestId: Id, transferId: Id }),
  /**
   * The approval `answerId` could not be paid; if the reason may pass (no funds), the request is pending again. Releases
   * of level 1 take `payment_not_fresh` for a reason that does not pass.
   */
  fact('TransferRequestFailed', ['requestId', 'answerId'], {
    ...answer,
    reason: widened(
      2,
      z.string().refine((reason) => reason !== 'payment_not_fresh'),
      z.string(),
    ),
  }),
  fact('TransferRequestDeclined', ['requestId', 'answerId'], answer),
  fact('TransferRequestCancelled', ['requestId', 'answerId'], answer),
  fact('TransferRequestExpired', ['requestId'], { requestId: Id }),
])
export type TransferRequestEvent = z.infer<typeof TransferRequestEvent>

/** Facts of one member's request for another one's money, the stream `transferRequest-{id}`. */
export const transferRequestEvents = defineEvents({
  prefix: 'transferRequest-',
  schema: TransferRequestEvent,
  version: 1,
})
