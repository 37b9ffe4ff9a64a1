import { DAY_MS } from '../calendar.ts'
import { REQUEST_CENTS } from '../limits.ts'
import { toAmountJson, type Money } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { EncryptedText } from '../encrypted-text.ts'
import type { TransferRequestEvent } from './events.ts'
import { paymentIdOf, type TransferRequest } from './transfer-request.ts'

/** A request can be answered for 30 days. */
export const EXPIRES_AFTER_MS = 30 * DAY_MS

/** The commands on a request. `memberId`: the member who gives the command. */
export type TransferRequestCommand =
  | {
      type: 'request'
      requestId: string
      requesterId: string
      payerId: string
      amount: Money
      message: EncryptedText | null
    }
  /** `provenAt`: as in the wallet's `sendTransfer`. */
  | { type: 'approve'; memberId: string; answerId: string; provenAt: string | null }
  | { type: 'decline' | 'cancel'; memberId: string; answerId: string }
  /** The payment has arrived. */
  | { type: 'fulfil' }
  /** The payment of the approval `answerId` was refused or returned. */
  | { type: 'fail'; answerId: string; reason: string }
  | { type: 'expire' }

type Existing = Exclude<TransferRequest, { readonly status: 'absent' }>

const notFound = () => new Refusal('transfer_request_not_found', 'You have no transfer request with this id.')

const expired = () =>
  new Refusal('already_expired', 'This request has expired. Ask the other member for a new one.')

/** The request, if `memberId` is this party of it; to everybody else it does not exist. */
const ofMember = (request: TransferRequest, party: 'payerId' | 'requesterId', memberId: string): Existing => {
  if (request.status === 'absent' || request[party] !== memberId) throw notFound()
  return request
}

const SETTLED: Readonly<Record<Exclude<Existing['status'], 'pending' | 'expired'>, string>> = {
  approved: 'This request was already approved.',
  completed: 'This request was already approved.',
  declined: 'This request was already declined.',
  cancelled: 'This request was already cancelled.',
  failed: 'This request was already approved, but it could not be paid.',
}

/** @throws {Refusal} `already_answered` or `already_expired` */
const unanswered = (request: Existing, at: string): void => {
  if (request.status === 'expired' || (request.status === 'pending' && at >= request.expiresAt))
    throw expired()
  if (request.status !== 'pending') throw new Refusal('already_answered', SETTLED[request.status])
}

/**
 * Decides a command on a request: returns the new facts, none when it has been done already.
 * Pure: `at` (ISO time, UTC) is now. Whether the payer has the funds is decided by their wallet.
 * @throws {Refusal} `transfer_request_not_found`, `already_answered`, `already_expired`,
 *   `payer_is_requester`, `amount_out_of_range`
 */
export const decide = (
  command: TransferRequestCommand,
  request: TransferRequest,
  at: string,
): TransferRequestEvent[] => {
  switch (command.type) {
    case 'request': {
      if (request.status !== 'absent') return []
      const { requestId, requesterId, payerId, amount, message } = command
      if (payerId === requesterId) {
        const sentence = 'You cannot request money from yourself.'
        throw new Refusal('payer_is_requester', sentence, { from_user_identifier: sentence })
      }
      if (amount.currency !== 'USD' || amount.minor < REQUEST_CENTS.min || amount.minor > REQUEST_CENTS.max) {
        const sentence = 'Amount must be between $1 and $5,000'
        throw new Refusal('amount_out_of_range', sentence, { amount: sentence })
      }
      const expiresAt = new Date(Date.parse(at) + EXPIRES_AFTER_MS).toISOString()
      return [
        {
          type: 'TransferRequested',
          data: {
            requestId,
            requesterId,
            payerId,
            amount: { currency: 'USD', minor: toAmountJson(amount).minor },
            message,
            expiresAt,
          },
        },
      ]
    }

    case 'approve': {
      const known = ofMember(request, 'payerId', command.memberId)
      unanswered(known, at)
      const { requestId } = known
      const { answerId, provenAt } = command
      const data = { requestId, answerId, transferId: paymentIdOf(requestId) }
      return [{ type: 'TransferRequestApproved', data: { ...data, ...(provenAt !== null && { provenAt }) } }]
    }

    case 'decline': {
      const known = ofMember(request, 'payerId', command.memberId)
      unanswered(known, at)
      const { requestId } = known
      return [{ type: 'TransferRequestDeclined', data: { requestId, answerId: command.answerId } }]
    }

    case 'cancel': {
      const known = ofMember(request, 'requesterId', command.memberId)
      unanswered(known, at)
      const { requestId } = known
      return [{ type: 'TransferRequestCancelled', data: { requestId, answerId: command.answerId } }]
    }

    case 'fulfil': {
      if (request.status === 'completed') return []
      // Pending: another process failed the same approval for lack of funds, while this one paid it.
      if (request.status !== 'approved' && request.status !== 'pending')
        throw new Error(`A transfer request was paid although it is ${request.status}`)
      const { requestId } = request
      return [{ type: 'TransferRequestFulfilled', data: { requestId, transferId: paymentIdOf(requestId) } }]
    }

    case 'fail': {
      const { answerId, reason } = command
      // Only the approval that is being paid can fail.
      if (request.status !== 'approved' || request.answerId !== answerId) return []
      return [{ type: 'TransferRequestFailed', data: { requestId: request.requestId, answerId, reason } }]
    }

    case 'expire':
      if (request.status !== 'pending' || at < request.expiresAt) return []
      return [{ type: 'TransferRequestExpired', data: { requestId: request.requestId } }]
  }
}
