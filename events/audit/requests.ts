import type { LedgerEvent } from '../ledger-event.ts'
import type { TransferRequestEvent } from '../requests/events.ts'
import { paymentIdOf } from '../requests/transfer-request.ts'
import { createUuidSet } from './uuid-set.ts'

interface Known {
  readonly requesterId: string
  readonly payerId: string
  readonly minor: string
  readonly paymentId: string
  state: 'pending' | 'approved'
  approvals: number
  payment: 'none' | 'sent' | 'received' | 'returned'
}

const isRequestEvent = (event: LedgerEvent): event is TransferRequestEvent =>
  event.type.startsWith('TransferRequest')

/**
 * A request is answered once (an approval that could not be paid leaves it open) and paid at most once, only
 * after an approval, by the member who was asked, with the amount asked for. It is completed only when the
 * money has arrived.
 */
export const requestChecks = () => {
  const requests = new Map<string, Known>()
  const byPayment = new Map<string, Known>()
  /** Only the ids of ended requests and of their payments, as there are many. */
  const ended = createUuidSet()
  const endedPayments = createUuidSet()

  const end = (requestId: string, { paymentId }: Known): void => {
    requests.delete(requestId)
    byPayment.delete(paymentId)
    ended.add(requestId)
    endedPayments.add(paymentId)
  }

  const fails = (event: LedgerEvent, why: string): never => {
    throw new Error(`${event.type} ${JSON.stringify(event.data)}: ${why}`)
  }

  const checkTransfer = (event: LedgerEvent): void => {
    if (event.type === 'TransferSent') {
      const { transferId, from, to, amount } = event.data
      const known = byPayment.get(transferId)
      if (!known) {
        if (endedPayments.has(transferId))
          fails(event, 'the request is paid twice, or after it was turned down')
        return
      }
      if (known.payment !== 'none') fails(event, 'the request is paid twice')
      if (known.approvals === 0) fails(event, 'the request is paid before it is approved')
      if (from !== known.payerId || to !== known.requesterId) fails(event, 'the request is paid by others')
      if (amount.minor !== known.minor || amount.currency !== 'USD') fails(event, 'another amount is paid')
      known.payment = 'sent'
    } else if (event.type === 'TransferReceived' || event.type === 'TransferReturned') {
      const known = byPayment.get(event.data.transferId)
      if (known) known.payment = event.type === 'TransferReceived' ? 'received' : 'returned'
    }
  }

  const check = (event: LedgerEvent): void => {
    checkTransfer(event)
    if (!isRequestEvent(event)) return
    if (event.type === 'TransferRequested') {
      const { requestId, requesterId, payerId, amount } = event.data
      if (requests.has(requestId) || ended.has(requestId)) fails(event, 'the request is made twice')
      const known: Known = {
        requesterId,
        payerId,
        minor: amount.minor,
        paymentId: paymentIdOf(requestId),
        state: 'pending',
        approvals: 0,
        payment: 'none',
      }
      requests.set(requestId, known)
      byPayment.set(known.paymentId, known)
      return
    }
    const { requestId } = event.data
    const known =
      requests.get(requestId) ??
      fails(event, ended.has(requestId) ? 'the request is over' : 'nobody made this request')
    const requires = (...states: readonly Known['state'][]) => {
      if (!states.includes(known.state)) fails(event, `the request is ${known.state}`)
    }
    switch (event.type) {
      case 'TransferRequestApproved':
        requires('pending')
        known.state = 'approved'
        known.approvals += 1
        break
      case 'TransferRequestDeclined':
      case 'TransferRequestCancelled':
      case 'TransferRequestExpired':
        requires('pending')
        if (known.payment !== 'none') fails(event, 'the request is paid')
        end(requestId, known)
        break
      case 'TransferRequestFulfilled':
        requires('approved', 'pending')
        if (known.payment !== 'received') fails(event, `its payment is ${known.payment}`)
        end(requestId, known)
        break
      case 'TransferRequestFailed':
        requires('approved')
        if (
          [
            'insufficient_funds',
            'wallet_overdrawn',
            'daily_limit',
            'unverified_limit',
            'payment_not_fresh',
          ].includes(event.data.reason)
        )
          known.state = 'pending'
        else end(requestId, known)
        break
    }
  }

  return {
    check,
    /** When idle, no approval waits for its payment and every paid request is completed. */
    finish: ({ idle }: { idle: boolean }): void => {
      if (!idle) return
      for (const [requestId, { state, payment }] of requests) {
        if (state === 'approved') throw new Error(`Transfer request ${requestId} is approved and not settled`)
        if (payment === 'received') throw new Error(`Transfer request ${requestId} is paid and ${state}`)
      }
    },
  }
}
