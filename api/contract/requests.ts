import * as z from 'zod/mini'
import {
  ById,
  ByKey,
  Cursor,
  Description,
  Id,
  ListLimit,
  memberIdentifier,
  Message,
  Timestamp,
} from './fields.ts'
import { REQUEST_CENTS } from './limits.ts'
import { openEnum } from './open.ts'
import { PersonRef } from './wallet.ts'
import { defineOperations, member } from './operation.ts'
import { DEPOSIT_RANGE } from './deposits.ts'

export const REQUEST_FROM_MISSING = 'Please specify who to request the transfer from'
const REQUEST_RANGE = DEPOSIT_RANGE

const NO_AMOUNT = 'Enter an amount in dollars, such as 12.34.'
const DOLLARS = /^(0|[1-9]\d{0,12})(?:\.(\d{1,2}))?$/

/** Far above what can be asked for, so that what is too much is told as that. */
const NUMBER_MAX = 9_999_999_999_999
const TEXT_MAX = 40
const UNREADABLE = { error: NO_AMOUNT, abort: true } as const

/** Dollars as exact cents; null unless the text is a plain amount with at most two decimals. */
const centsOfDollars = (text: string): number | null => {
  const match = DOLLARS.exec(text)
  return match ? Number((match[1] ?? '0') + (match[2] ?? '').padEnd(2, '0')) : null
}

/**
 * Dollars as a number (12.5) or a decimal text ("12.50"), converted to whole cents digit by digit, without rounding.
 */
const Dollars = z.pipe(
  z
    .union(
      [
        z.number().check(z.minimum(0, UNREADABLE), z.maximum(NUMBER_MAX, UNREADABLE)),
        z.string().check(z.maxLength(TEXT_MAX, UNREADABLE)),
      ],
      NO_AMOUNT,
    )
    .check(
      z.refine((amount) => centsOfDollars(String(amount).trim()) !== null, { error: NO_AMOUNT, abort: true }),
      z.refine((amount) => {
        const cents = centsOfDollars(String(amount).trim()) ?? 0
        return cents >= REQUEST_CENTS.min && cents <= REQUEST_CENTS.max
      }, REQUEST_RANGE),
    ),
  z.transform((amount) => centsOfDollars(String(amount).trim()) ?? 0),
)

/** Handle (with or without @), e-mail address or DID of the member who is asked to pay. */
const PayerIdentifier = memberIdentifier(REQUEST_FROM_MISSING)

export const RequestTransferRequest = z.strictObject({
  from_user_identifier: PayerIdentifier,
  /** Dollars: a number or a decimal text with at most two decimals. */
  amount: Dollars,
  message: z.optional(Message),
  description: z.optional(Description),
})

/** `approved`: the payment is under way; becomes `completed`. */
export const TransferRequestStatus = z.enum([
  'pending',
  'approved',
  'completed',
  'declined',
  'cancelled',
  'expired',
  'failed',
])
export type TransferRequestStatus = z.infer<typeof TransferRequestStatus>

export const TransferRequest = z.object({
  id: Id,
  status: openEnum(TransferRequestStatus),
  /** Cents. */
  amount: z.int(),
  message: z.nullable(z.string()),
  created_at: Timestamp,
  /** An unanswered request expires at this time. */
  expires_at: Timestamp,
  /** The member who asked for the money and will receive it. */
  requester_name: z.string(),
  requester_handle: z.string(),
  /** The member who is asked to pay. */
  sender_name: z.string(),
  sender_handle: z.string(),
  /** The payment, once the request was approved; for `GET /api/wallet/transfers/{id}`. */
  transfer_id: z.nullable(Id),
  /** When it was answered, cancelled or expired. */
  answered_at: z.nullable(Timestamp),
})
export type TransferRequest = z.infer<typeof TransferRequest>

const RespondRequest = z.strictObject({
  action: z.enum(['approve', 'decline'], 'The action is approve or decline.'),
})

const page = {
  limit: ListLimit,
  /** The matching `…_next_cursor` of the previous response. */
  incoming_cursor: z.optional(Cursor),
  outgoing_cursor: z.optional(Cursor),
}

export const requestOperations = defineOperations({
  listTransferRequests: member.get('/api/wallet/transfer-requests', {
    batchable: true,
    summary: 'Requests for money to the member (incoming) and by them (outgoing), each newest first',
    query: z.strictObject(page),
    response: z.object({
      incoming_requests: z.array(TransferRequest),
      outgoing_requests: z.array(TransferRequest),
      incoming_next_cursor: z.nullable(z.string()),
      outgoing_next_cursor: z.nullable(z.string()),
    }),
  }),
  requestTransfer: member.post('/api/wallet/request-transfer', {
    summary: 'Asks another member for US dollars, amount in dollars; expires after 30 days',
    movesValue: true,
    body: RequestTransferRequest,
    response: z.object({
      request_id: Id,
      status: openEnum(TransferRequestStatus),
      expires_at: Timestamp,
      /** The member who is asked to pay. */
      payer: z.optional(PersonRef),
    }),
    status: 201,
  }),
  getTransferRequestByKey: member.get('/api/wallet/transfer-requests/by-key/{key}', {
    summary: 'What became of the request made with an idempotency key; 404 when none was made',
    params: ByKey,
    response: TransferRequest,
  }),
  respondToTransferRequest: member.post('/api/wallet/transfer-requests/{id}/respond', {
    summary: 'Approves (and pays) or declines a request; for the member who is asked only, once',
    movesValue: true,
    params: ById,
    body: RespondRequest,
    response: TransferRequest,
  }),
  cancelTransferRequest: member.post('/api/wallet/transfer-requests/{id}/cancel', {
    summary: 'Takes a pending request back; for the member who asked only',
    movesValue: true,
    params: ById,
    response: TransferRequest,
  }),
})
