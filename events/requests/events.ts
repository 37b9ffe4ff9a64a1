import * as z from 'zod'
import { derivedId } from '../ids.ts'
import { EncryptedText } from '../wallet/events.ts'

/** Facts of one member's request for another one's money, the stream `transferRequest-{id}`. */
const STREAM_PREFIX = 'transferRequest-'
export const transferRequestStream = (requestId: string): string => `${STREAM_PREFIX}${requestId}`
export const isTransferRequestStream = (streamId: string): boolean => streamId.startsWith(STREAM_PREFIX)

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

/** The schema version that is written. */
export const TRANSFER_REQUEST_SCHEMA_VERSION = 1

/**
 * Reads a stored event at the boundary.
 * @throws {Error} naming the event, when it is of a type or shape this code does not know
 */
export const parseTransferRequestEvent = (stored: {
  id: string
  type: string
  data: unknown
}): TransferRequestEvent => {
  const parsed = TransferRequestEvent.safeParse({ type: stored.type, data: stored.data })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(
    `Event ${stored.id} of type ${stored.type} is not a known transfer request event: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  )
}

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
