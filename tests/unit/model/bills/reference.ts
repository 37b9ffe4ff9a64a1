import { BILL_DUE_DAYS } from '../../../../api/contract/bills.ts'
import { poolLegProceedsId } from '../../../../events/pools/events.ts'
import { derivedId } from '../../../../events/ids.ts'
import { DAY, refuse, type Books } from '../books.ts'
import { MEMBERS } from '../members.ts'
import { givable, type PoolReference, type ReferencePool } from '../pools/reference.ts'
import { BILLER, owedFor } from './biller.ts'
import type { BillIntent } from './intents.ts'

interface ReferenceBill {
  readonly id: string
  readonly member: string
  readonly cents: bigint
  /** UTC day. */
  readonly dueOn: string
  status: 'issued' | 'paid'
  pastDue: boolean
  /** The last shortfall: its UTC day, and why. */
  failedOn: string
  reason: string
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
const monthAfter = (month: string): string => dayAfter(`${month}-28`, 4).slice(0, 7)
const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Splits cents in proportion to what each can give: rounded down, and the rest by the largest fraction, then by id. */
const shared = (cents: bigint, able: readonly { readonly id: string; readonly most: bigint }[]) => {
  const all = sumOf(able.map(({ most }) => most))
  if (all === 0n) return new Map<string, bigint>()
  const shares = new Map(able.map(({ id, most }) => [id, (cents * most) / all]))
  const lacking = Number(cents - sumOf([...shares.values()]))
  const byFraction = able.toSorted((a, b) => {
    const [left, right] = [(cents * a.most) % all, (cents * b.most) % all]
    if (left !== right) return left > right ? -1 : 1
    return a.id < b.id ? -1 : 1
  })
  for (const { id } of byFraction.slice(0, lacking)) shares.set(id, (shares.get(id) ?? 0n) + 1n)
  return shares
}

export const createBillReference = (books: Books, pools: PoolReference) => {
  const { now, today, wallets, open, spendable } = books
  const bills = new Map<string, ReferenceBill>()
  const mayUseWallet = new Set<string>()
  const first = new Date(now()).toISOString().slice(0, 7)

  const issue = (): void => {
    for (let month = first; month < today().slice(0, 7); month = monthAfter(month))
      for (const member of MEMBERS) {
        const id = derivedId('bill', BILLER, member, month)
        const cents = owedFor(member, month)
        if (cents === 0n || bills.has(id)) continue
        const state = { status: 'issued', pastDue: false, failedOn: '', reason: '' } as const
        bills.set(id, { id, member, cents, dueOn: dayAfter(today(), BILL_DUE_DAYS), ...state })
      }
  }

  /** Takes the cents out of the pools, dividends before gains; false, with all of it back, when one cannot give. */
  const takeFromPools = (bill: ReferenceBill, own: readonly ReferencePool[], cents: bigint): boolean => {
    const paymentId = derivedId('autoPayment', bill.id, today())
    const able = own.map((pool) => ({ pool, id: pool.id, ...givable(pool) }))
    const dividends = least(cents, sumOf(able.map((one) => one.dividends)))
    const fromDividends = shared(
      dividends,
      able.map((one) => ({ id: one.id, most: one.dividends })),
    )
    const fromGains = shared(
      cents - dividends,
      able.map((one) => ({ id: one.id, most: one.gains })),
    )
    const taken: { pool: ReferencePool; part: bigint }[] = []
    for (const { pool, id } of able.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const part = (fromDividends.get(id) ?? 0n) + (fromGains.get(id) ?? 0n)
      if (part === 0n) continue
      if (pools.giveForBill(pool, poolLegProceedsId(paymentId, id), part)) taken.push({ pool, part })
      else {
        for (const one of taken) pools.takeBack(one.pool, one.part)
        return false
      }
    }
    return true
  }

  const fail = (bill: ReferenceBill, reason: string): void => {
    if (bill.pastDue && bill.reason === reason) return
    bill.failedOn = today()
    bill.reason = reason
  }

  const autoPay = (bill: ReferenceBill): void => {
    const wallet = wallets.get(bill.member)
    const usable = wallet?.status === 'open' && mayUseWallet.has(bill.member) ? wallet : null
    const own = pools.of(bill.member).filter(({ autoPay }) => autoPay)
    if (own.length === 0) return fail(bill, 'no_auto_pay_pool')
    const inPools = sumOf(own.map(givable).flatMap(({ dividends, gains }) => [dividends, gains]))
    const fromPools = least(bill.cents, inPools)
    const rest = bill.cents - fromPools
    if (rest > 0n && rest > (usable?.balances.USD ?? 0n))
      return fail(bill, usable ? 'wallet_short' : 'pools_short')
    if (!takeFromPools(bill, own, fromPools)) {
      bill.failedOn = today()
      bill.reason = 'changed_meanwhile'
      return
    }
    if (usable) usable.balances.USD -= rest
    bill.status = 'paid'
  }

  /** Every bill that is due within three days, once a day. */
  const autoPayAll = (): void => {
    const due = [...bills.values()]
      .filter(({ status, dueOn, failedOn }) => {
        return status !== 'paid' && dueOn <= dayAfter(today(), 3) && failedOn < today()
      })
      .filter(({ reason, member }) => {
        return reason !== 'no_auto_pay_pool' || pools.of(member).some(({ autoPay }) => autoPay)
      })
    for (const bill of due.toSorted((a, b) => (a.dueOn + a.id < b.dueOn + b.id ? -1 : 1))) autoPay(bill)
  }

  const payByHand = ({ member, billId }: Extract<BillIntent, { do: 'pay bill' }>): string => {
    const bill = bills.get(billId)
    if (bill?.member !== member) return refuse('bill_not_found')
    if (bill.status === 'paid') refuse('already_paid')
    const wallet = open(member)
    spendable(wallet, 'USD', bill.cents)
    wallet.balances.USD -= bill.cents
    bill.status = 'paid'
    return 'done'
  }

  return {
    bills: bills as ReadonlyMap<string, Readonly<ReferenceBill>>,
    issue,
    autoPayAll,
    notePastDue: (): void => {
      for (const bill of bills.values())
        if (bill.status !== 'paid' && bill.dueOn < today()) bill.pastDue = true
    },
    take: (intent: BillIntent): string => {
      switch (intent.do) {
        case 'pay bill':
          return payByHand(intent)
        case 'set bills from wallet':
          open(intent.member)
          if (intent.allowed) mayUseWallet.add(intent.member)
          else mayUseWallet.delete(intent.member)
          return 'done'
      }
    },
  }
}
export type BillReference = ReturnType<typeof createBillReference>
