import { Decimal } from 'decimal.js'
import { memberAccount } from '../accounts.ts'
import type { Posting } from '../postings.ts'
import type { Noted } from './noted.ts'

const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_DOWN })
const DAILY = new Exact('1.045').pow(new Exact(1).div(365)).minus(1)
const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

interface Dollars {
  /** Cents at the end of each day on which they changed. */
  readonly ends: Map<string, bigint>
  newestDay: string
  cents: bigint
  paidThrough: string | null
  carried: Decimal
}

/**
 * Invariant 8 for interest, from the postings alone: 1.045^(1/365) − 1 on what each day ended with, whole
 * cents, the rest carried; every day that ended with money once, in order, none left out.
 */
export const interestChecks = () => {
  const wallets = new Map<string, Dollars>()

  const endOf = (wallet: Dollars, day: string): bigint => {
    let cents = 0n
    for (const [on, minor] of wallet.ends) if (on <= day) cents = minor
    return cents
  }

  /** Ends of days that are paid are not asked for again, but for the last: it holds until the next change. */
  const forget = (wallet: Dollars, paidThrough: string): void => {
    const paid = [...wallet.ends.keys()].filter((day) => day <= paidThrough)
    for (const day of paid.slice(0, -1)) wallet.ends.delete(day)
  }

  const nextDue = (wallet: Dollars): string | null => {
    const [first] = wallet.ends.keys()
    if (first === undefined) return null
    let day = wallet.paidThrough === null ? first : nextDay(wallet.paidThrough)
    while (endOf(wallet, day) <= 0n) {
      if (day > wallet.newestDay) return null
      day = nextDay(day)
    }
    return day
  }

  const note = ({ event, at, position }: Noted, entry: readonly Posting[]): void => {
    if (!('memberId' in event.data || 'from' in event.data)) return
    if (event.type === 'WalletOpened') {
      wallets.set(event.data.memberId, {
        ends: new Map(),
        newestDay: at.slice(0, 10),
        cents: 0n,
        paidThrough: null,
        carried: new Exact(0),
      })
    }
    if (event.type === 'InterestPaid') {
      const { memberId, day, amount } = event.data
      const where = `InterestPaid at ${position}`
      const wallet = wallets.get(memberId)
      if (!wallet) throw new Error(`${where}: there is no such wallet`)
      if (day >= at.slice(0, 10)) throw new Error(`${where}: ${day} has not ended`)
      if (nextDue(wallet) !== day)
        throw new Error(`${where}: ${nextDue(wallet) ?? 'nothing'} is due and not ${day}`)
      const earned = new Exact(endOf(wallet, day).toString()).times(DAILY).plus(wallet.carried)
      if (earned.floor().toFixed() !== amount.minor)
        throw new Error(`${where}: ${amount.minor} cents instead of ${earned.toFixed(6)}`)
      wallet.carried = earned.minus(earned.floor())
      wallet.paidThrough = day
      forget(wallet, day)
    }
    for (const { account, currency, minor } of entry) {
      if (currency !== 'USD' || !account.startsWith('liability:member:')) continue
      const wallet = wallets.get(account.split(':')[2] ?? '')
      if (!wallet || memberAccount(account.split(':')[2] ?? '', 'USD') !== account) continue
      wallet.cents -= minor
      const day = at.slice(0, 10)
      if (day > wallet.newestDay) wallet.newestDay = day
      wallet.ends.set(wallet.newestDay, wallet.cents)
    }
  }

  return { note }
}
