import { derivedId } from '../ids.ts'
import { fromAmountJson, type Money } from '../money.ts'
import type { EncryptedText } from '../encrypted-text.ts'
import { transferRequestEvents, type TransferRequestEvent } from './events.ts'
import { defineStream } from '../stream.ts'

/** The terms of a request; they never change. */
interface RequestTerms {
  readonly requestId: string
  readonly requesterId: string
  readonly payerId: string
  /** US dollars. */
  readonly amount: Money
  readonly message: EncryptedText | null
  /** ISO times. */
  readonly requestedAt: string
  readonly expiresAt: string
}

/** The attempt that answered or cancelled, and when. */
interface Answered {
  readonly answerId: string
  /** ISO time. */
  readonly answeredAt: string
}

/** A request's state, folded from its stream. */
export type TransferRequest =
  | { readonly status: 'absent' }
  | ({ readonly status: 'pending' } & RequestTerms)
  /** The payer approved; the payment is in progress. `provenAt`: of the step-up that covers it. */
  | ({ readonly status: 'approved'; readonly provenAt: string | null } & RequestTerms & Answered)
  | ({ readonly status: 'completed' } & RequestTerms & Answered)
  | ({ readonly status: 'declined' | 'cancelled' } & RequestTerms & Answered)
  | ({ readonly status: 'expired'; readonly expiredAt: string } & RequestTerms)
  /** Approved, and can never be paid, because one of the two wallets is closed. */
  | ({ readonly status: 'failed'; readonly reason: string } & RequestTerms & Answered)

export const initialState = (): TransferRequest => ({ status: 'absent' })

/**
 * The id of the one transfer that can pay a request. No idempotency key of a member yields it (`transferIdOf`), so
 * nobody can pass off another transfer as this one.
 */
export const paymentIdOf = (requestId: string): string => derivedId('transfer-request-payment', requestId)

/** Reason of a payment that was sent and returned, because the requester's wallet is closed. */
export const RETURNED = 'returned'

/** Reasons after which a request is pending again: the payer can add funds, wait a day, be verified or sign in anew, and approve once more. */
const PASSING_REASONS: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'wallet_overdrawn',
  'daily_limit',
  'unverified_limit',
  'payment_not_fresh',
])
export const isPassingReason = (reason: string): boolean => PASSING_REASONS.has(reason)

const termsOf = (request: TransferRequest, before: string): RequestTerms => {
  if (request.status === 'absent') throw new Error(`${before} stands before TransferRequested`)
  const { requestId, requesterId, payerId, amount, message, requestedAt, expiresAt } = request
  return { requestId, requesterId, payerId, amount, message, requestedAt, expiresAt }
}

/** The request after one more fact, which happened at `at` (ISO time, UTC). */
export const evolve = (
  request: TransferRequest,
  event: TransferRequestEvent,
  at: string,
): TransferRequest => {
  if (event.type === 'TransferRequested') {
    const { amount, ...terms } = event.data
    return { ...terms, status: 'pending', amount: fromAmountJson(amount), requestedAt: at }
  }
  const terms = termsOf(request, event.type)
  switch (event.type) {
    case 'TransferRequestApproved':
      return {
        ...terms,
        status: 'approved',
        answerId: event.data.answerId,
        answeredAt: at,
        provenAt: event.data.provenAt ?? null,
      }
    case 'TransferRequestFulfilled':
      return request.status === 'approved'
        ? { ...request, status: 'completed' }
        : { ...terms, status: 'completed', answerId: event.data.transferId, answeredAt: at }
    case 'TransferRequestFailed': {
      const { answerId, reason } = event.data
      if (isPassingReason(reason)) return { ...terms, status: 'pending' }
      return { ...terms, status: 'failed', reason, answerId, answeredAt: at }
    }
    case 'TransferRequestDeclined':
      return { ...terms, status: 'declined', answerId: event.data.answerId, answeredAt: at }
    case 'TransferRequestCancelled':
      return { ...terms, status: 'cancelled', answerId: event.data.answerId, answeredAt: at }
    case 'TransferRequestExpired':
      return { ...terms, status: 'expired', expiredAt: at }
  }
}

/** How a request's stream is read and folded. */
export const transferRequestKind = defineStream(transferRequestEvents, { initialState, evolve })
