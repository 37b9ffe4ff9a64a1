import * as z from 'zod'
import { derivedId } from '../ids.ts'
import { EncryptedText } from '../encrypted-text.ts'
import { defineEvents } from '../stream.ts'

const Id = z.uuid()
/** Positive cents as a decimal string. */
const Amount = z.strictObject({ currency: z.literal('USD'), minor: z.string().regex(/^[1-9]\d{0,18}$/) })

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), data: z.strictObject(shape) })

/** `answerId` names one try of a member to answer or cancel; the same try has the same id. */
const answer = { requestId: Id, answerId: Id }

export const TransferRequestEvent = z.discriminatedUnion('type', [
  event('TransferRequested', {
    requestId: Id,
    requesterId: Id,
    payerId: Id,
    amount: Amount,
    message: z.nullable(EncryptedText),
    expiresAt: z.iso.datetime(),
  }),
  /** The payer said yes, which settles the answer; the payment is on its way as `transferId`. */
  event('TransferRequestApproved', { ...answer, transferId: Id }),
  /** The requester has the money. */
  event('TransferRequestFulfilled', { requestId: Id, transferId: Id }),
  /** The approval `answerId` could not be paid; without funds the request is pending again. */
  event('TransferRequestFailed', { ...answer, reason: z.string() }),
  event('TransferRequestDeclined', answer),
  event('TransferRequestCancelled', answer),
  event('TransferRequestExpired', { requestId: Id }),
])
export type TransferRequestEvent = z.infer<typeof TransferRequestEvent>

/** The identity of a fact: a request is made, fulfilled and expires once, and each try to answer has an id. */
export const transferRequestEventId = (fact: TransferRequestEvent): string => {
  switch (fact.type) {
    case 'TransferRequested':
    case 'TransferRequestFulfilled':
    case 'TransferRequestExpired':
      return derivedId(fact.type, fact.data.requestId)
    case 'TransferRequestApproved':
    case 'TransferRequestFailed':
    case 'TransferRequestDeclined':
    case 'TransferRequestCancelled':
      return derivedId(fact.type, fact.data.requestId, fact.data.answerId)
  }
}

/** Facts of one member's request for another one's money, the stream `transferRequest-{id}`. */
export const transferRequestEvents = defineEvents({
  prefix: 'transferRequest-',
  schema: TransferRequestEvent,
  version: 1,
  idOf: transferRequestEventId,
})
