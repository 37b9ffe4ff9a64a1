import { Refusal } from '../refusal.ts'
import type { Bill, KnownBill } from './bill.ts'
import { BillEvent, legCents, type Leg, type PaymentReason } from './events.ts'

export type BillCommand =
  | {
      type: 'issue'
      billId: string
      memberId: string
      biller: string
      period: string
      lines: readonly { readonly item: string; readonly reference: string; readonly cents: bigint }[]
      /** UTC day. */
      dueOn: string
      /** Because the member closes the account. */
      closing?: true
    }
  | {
      type: 'startPayment'
      /** The member who must own the bill. */
      memberId: string
      paymentId: string
      method: 'auto' | 'manual'
      legs: readonly Leg[]
    }
  /** Every leg has given its part. */
  | { type: 'completePayment'; paymentId: string }
  /** A leg declined, and the others have their parts back. */
  | { type: 'failPayment'; paymentId: string; reason: PaymentReason; missing: bigint }
  /** Auto-pay found that the bill cannot be covered and began nothing. */
  | { type: 'recordShortfall'; paymentId: string; reason: PaymentReason; missing: bigint }
  | { type: 'markPastDue'; today: string }

const known = (bill: Bill): KnownBill => {
  if (bill.status === 'absent') throw new Refusal('bill_not_found', 'You have no bill with this id.')
  return bill
}

/**
 * Decides a command on a bill: returns the new facts, none when it has been done already. Pure.
 * @throws {Refusal} `bill_not_found`, `already_paid`, `payment_pending`
 * @throws {z.ZodError} the command contains a value that is invalid in a fact
 */
export const decide = (command: BillCommand, bill: Bill): BillEvent[] =>
  // These facts contain billers' texts: a fact that cannot be parsed again would stop every reader of the log.
  facts(command, bill).map((event) => BillEvent.parse(event))

const facts = (command: BillCommand, bill: Bill): BillEvent[] => {
  switch (command.type) {
    case 'issue': {
      if (bill.status !== 'absent') return []
      const { billId, memberId, biller, period, lines, dueOn, closing } = command
      const sum = lines.reduce((total, { cents }) => total + cents, 0n)
      const amount = { currency: 'USD' as const, minor: sum.toString() }
      const written = lines.map(({ item, reference, cents }) => ({
        item,
        reference,
        cents: cents.toString(),
      }))
      const data = { billId, memberId, biller, period, lines: written, amount, dueOn }
      return [{ type: 'BillIssued', data: { ...data, ...(closing && { closing }) } }]
    }
    case 'startPayment': {
      const { billId, memberId, status, amount, failed } = known(bill)
      if (memberId !== command.memberId) throw new Refusal('bill_not_found', 'You have no bill with this id.')
      // Another process has recorded a shortfall as the end of this payment, which could not end a second time.
      if (failed.includes(command.paymentId)) return []
      if (status === 'paid') throw new Refusal('already_paid', 'This bill is paid already.')
      if (status === 'paying')
        throw new Refusal('payment_pending', 'This bill is being paid right now. Look again in a moment.')
      const { paymentId, method } = command
      const legs = [...command.legs]
      const sum = legs.reduce((total, leg) => total + legCents(leg), 0n)
      if (sum !== amount) throw new RangeError(`The legs of a payment give ${sum} of ${amount} cents`)
      return [{ type: 'BillPaymentStarted', data: { billId, memberId, paymentId, method, legs } }]
    }
    case 'completePayment': {
      const { billId, memberId, biller, amount } = known(bill)
      if (bill.status !== 'paying' || bill.payment.paymentId !== command.paymentId) return []
      const { paymentId } = command
      const paid = { currency: 'USD' as const, minor: amount.toString() }
      return [{ type: 'BillPaid', data: { billId, memberId, paymentId, biller, amount: paid } }]
    }
    case 'failPayment': {
      const { billId, memberId } = known(bill)
      if (bill.status !== 'paying' || bill.payment.paymentId !== command.paymentId) return []
      const { paymentId, reason, missing } = command
      const data = { billId, memberId, paymentId, reason, missing: missing.toString() }
      return [{ type: 'BillPaymentFailed', data }]
    }
    case 'recordShortfall': {
      const { billId, memberId, failure, failed, pastDue } = known(bill)
      const { paymentId, reason, missing } = command
      if (bill.status !== 'issued' || failed.includes(paymentId)) return []
      // Each day's shortfall is recorded until the bill is past due; from then on only a new reason.
      if (pastDue && failure?.reason === reason) return []
      const data = { billId, memberId, paymentId, reason, missing: missing.toString() }
      return [{ type: 'BillPaymentFailed', data }]
    }
    case 'markPastDue': {
      const { billId, memberId, dueOn, pastDue } = known(bill)
      if (bill.status === 'paid' || pastDue || command.today <= dueOn) return []
      return [{ type: 'BillPastDue', data: { billId, memberId, dueOn } }]
    }
  }
}
