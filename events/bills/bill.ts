import { dayOf } from '../calendar.ts'
import { defineStream } from '../stream.ts'
import { billEvents, type BillEvent, type Leg, type PaymentReason } from './events.ts'

interface Issued {
  readonly billId: string
  readonly memberId: string
  readonly biller: string
  readonly period: string
  /** Cents. */
  readonly amount: bigint
  /** UTC day. */
  readonly dueOn: string
  readonly pastDue: boolean
  /** The last payment that failed; null when there was none. */
  readonly failure: {
    readonly paymentId: string
    readonly reason: PaymentReason
    readonly missing: bigint
    /** UTC day. */
    readonly day: string
  } | null
  /** Ids of all payments that have failed; none of them can end again. */
  readonly failed: readonly string[]
}

interface Payment {
  readonly paymentId: string
  readonly method: 'auto' | 'manual'
  readonly legs: readonly Leg[]
}

export type Bill =
  | { readonly status: 'absent' }
  | ({ readonly status: 'issued' } & Issued)
  | ({ readonly status: 'paying'; readonly payment: Payment } & Issued)
  | ({ readonly status: 'paid'; readonly payment: Payment } & Issued)

export type KnownBill = Exclude<Bill, { readonly status: 'absent' }>

export const initialState = (): Bill => ({ status: 'absent' })

const known = (bill: Bill): KnownBill => {
  if (bill.status === 'absent') throw new Error('A bill event stands before BillIssued')
  return bill
}

const paying = (bill: Bill, type: string) => {
  if (bill.status !== 'paying') throw new Error(`${type} stands without BillPaymentStarted`)
  return bill
}

const issuedOf = (bill: KnownBill): Issued => {
  const { billId, memberId, biller, period, amount, dueOn, pastDue, failure, failed } = bill
  return { billId, memberId, biller, period, amount, dueOn, pastDue, failure, failed }
}

/** The bill after one more fact, which happened at `at` (ISO time, UTC). */
export const evolve = (bill: Bill, event: BillEvent, at: string): Bill => {
  switch (event.type) {
    case 'BillIssued': {
      const { billId, memberId, biller, period, amount, dueOn } = event.data
      const cents = BigInt(amount.minor)
      return {
        status: 'issued',
        billId,
        memberId,
        biller,
        period,
        amount: cents,
        dueOn,
        pastDue: false,
        failure: null,
        failed: [],
      }
    }
    case 'BillPaymentStarted': {
      const { paymentId, method, legs } = event.data
      return { ...issuedOf(known(bill)), status: 'paying', payment: { paymentId, method, legs } }
    }
    case 'BillPaid':
      return { ...paying(bill, event.type), status: 'paid', failure: null }
    case 'BillPaymentFailed': {
      const { paymentId, reason, missing } = event.data
      const failure = { paymentId, reason, missing: BigInt(missing), day: dayOf(at) }
      const issued = issuedOf(known(bill))
      return { ...issued, status: 'issued', failure, failed: [...issued.failed, paymentId] }
    }
    case 'BillPastDue':
      return { ...known(bill), pastDue: true }
  }
}

/** How a bill's stream is read and folded. */
export const billKind = defineStream(billEvents, { initialState, evolve })
