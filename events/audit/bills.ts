import { dayOf, monthOf } from '../calendar.ts'
import { billerAccount } from '../accounts.ts'
import { legCents, type Leg } from '../bills/events.ts'
import type { Book } from '../book.ts'
import type { DatedFact } from './dated-fact.ts'

interface AuditedBill {
  readonly memberId: string
  readonly biller: string
  readonly minor: bigint
  readonly dueOn: string
  status: 'issued' | 'paying' | 'paid'
  pastDue: boolean
  paymentId: string | null
  /** Cents that the current payment asks of each source (a pool's id or `wallet`), and cents that each has given. */
  asked: Map<string, bigint>
  readonly given: Map<string, bigint>
}

const sourceOf = (leg: Leg): string => (leg.source === 'pool' ? leg.poolId : 'wallet')
const sumOf = (amounts: Iterable<bigint>): bigint => {
  let sum = 0n
  for (const amount of amounts) sum += amount
  return sum
}

/**
 * A bill is issued once and paid once, in full, by exactly the amounts that its payment asked for. A failed payment
 * has given everything back. A bill is marked past due at most once, unpaid after its due date.
 */
export const billChecks = () => {
  const bills = new Map<string, AuditedBill>()
  const months = new Set<string>()
  const paid = new Map<string, bigint>()

  const billOf = (billId: string): AuditedBill => {
    const bill = bills.get(billId)
    if (!bill) throw new Error(`Bill ${billId} was not issued`)
    return bill
  }

  /** Records what a source gives for a payment. */
  const give = (billId: string, paymentId: string, source: string, minor: bigint): void => {
    const bill = billOf(billId)
    if (bill.status !== 'paying' || bill.paymentId !== paymentId)
      throw new Error(`Payment ${paymentId} of bill ${billId} is not under way`)
    if (bill.given.has(source)) throw new Error(`${source} gives twice for bill ${billId}`)
    if (bill.asked.get(source) !== minor)
      throw new Error(`${source} gives ${minor} of ${bill.asked.get(source) ?? 0n} cents for bill ${billId}`)
    bill.given.set(source, minor)
  }

  const check = ({ event, at }: DatedFact): void => {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the other facts are others' checks'
    switch (event.type) {
      case 'BillIssued': {
        const { billId, memberId, biller, period, amount, lines, dueOn, closing } = event.data
        // A closing bill charges what no monthly bill will, before the month has ended.
        const month = closing ? `closing ${billId}` : `${biller} ${memberId} ${period}`
        if (bills.has(billId) || months.has(month)) throw new Error(`Bill ${billId} is issued twice`)
        if (closing ? monthOf(at) < period : monthOf(at) <= period) throw new Error(`${period} has not ended`)
        const minor = BigInt(amount.minor)
        const sum = sumOf(lines.map(({ cents }) => BigInt(cents)))
        if (sum !== minor) throw new Error(`The lines of bill ${billId} come to ${sum}`)
        months.add(month)
        const state = { status: 'issued', pastDue: false, paymentId: null } as const
        bills.set(billId, { memberId, biller, minor, dueOn, ...state, asked: new Map(), given: new Map() })
        return
      }
      case 'BillPaymentStarted': {
        const { billId, paymentId, legs } = event.data
        const bill = billOf(billId)
        if (bill.status !== 'issued') throw new Error(`Bill ${billId} is ${bill.status}`)
        const asked = new Map(legs.map((leg) => [sourceOf(leg), legCents(leg)] as const))
        if (asked.size !== legs.length || sumOf(asked.values()) !== bill.minor)
          throw new Error(`The legs of a payment do not come to bill ${billId}`)
        Object.assign(bill, { status: 'paying', paymentId, asked })
        bill.given.clear()
        return
      }
      case 'PoolProceedsSent': {
        const { purpose, poolId, memberId, amount } = event.data
        if (purpose.kind !== 'bill') return
        if (billOf(purpose.billId).memberId !== memberId) throw new Error("Another member's bill is paid")
        return give(purpose.billId, purpose.paymentId, poolId, BigInt(amount.minor))
      }
      case 'BillPaidFromWallet': {
        const { billId, paymentId, memberId, amount } = event.data
        if (billOf(billId).memberId !== memberId) throw new Error("Another member's bill is paid")
        return give(billId, paymentId, 'wallet', BigInt(amount.minor))
      }
      case 'PoolProceedsReturned': {
        const { billId, poolId } = event.data
        if (billOf(billId).status !== 'paying') throw new Error(`Bill ${billId} is not being paid`)
        if (!billOf(billId).given.delete(poolId)) throw new Error(`${poolId} has given nothing`)
        return
      }
      case 'PoolPaymentSettled':
        if (billOf(event.data.billId).status !== 'paid')
          throw new Error(`Bill ${event.data.billId} is not paid`)
        return
      case 'BillPaid': {
        const { billId, paymentId, biller, amount } = event.data
        const bill = billOf(billId)
        if (bill.status !== 'paying' || bill.paymentId !== paymentId)
          throw new Error(`Bill ${billId} is paid twice, or by another payment`)
        if (sumOf(bill.given.values()) !== bill.minor || BigInt(amount.minor) !== bill.minor)
          throw new Error(`Bill ${billId} is not paid in full`)
        if (biller !== bill.biller) throw new Error(`Bill ${billId} is of ${bill.biller}`)
        bill.status = 'paid'
        paid.set(biller, (paid.get(biller) ?? 0n) + bill.minor)
        return
      }
      case 'BillPaymentFailed': {
        const bill = billOf(event.data.billId)
        if (bill.status === 'paid') throw new Error(`Bill ${event.data.billId} is paid`)
        if (bill.status === 'paying' && bill.given.size > 0)
          throw new Error(`Not everything is back that was given for bill ${event.data.billId}`)
        bill.status = 'issued'
        return
      }
      case 'BillPastDue': {
        const bill = billOf(event.data.billId)
        if (bill.pastDue || bill.status === 'paid' || dayOf(at) <= bill.dueOn)
          throw new Error(`Bill ${event.data.billId} is not past due`)
        bill.pastDue = true
        return
      }
      default:
    }
  }

  return {
    check,
    bills: bills as ReadonlyMap<string, Readonly<AuditedBill>>,
    /** Each biller's account equals what was paid on its bills; when idle, no payment is under way. */
    finish: ({ idle, book }: { idle: boolean; book: Book }): void => {
      for (const [biller, minor] of paid) {
        const owed = -book.balanceOf(billerAccount(biller), 'USD')
        if (owed !== minor) throw new Error(`${biller} is owed ${owed} and was paid ${minor}`)
      }
      if (!idle) return
      for (const [billId, { status }] of bills)
        if (status === 'paying') throw new Error(`The payment of bill ${billId} is under way`)
    },
  }
}
