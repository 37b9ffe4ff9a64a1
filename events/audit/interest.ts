import { Decimal } from 'decimal.js'
import { DAY_MS } from '../calendar.ts'
import { isMemberAccount, memberAccount, type Account } from '../accounts.ts'
import type { LedgerEvent } from '../ledger-event.ts'
import type { Posting } from '../postings.ts'
import { dayColumn, signedMinorColumn } from './column.ts'
import { createDayEnds } from './day-ends.ts'
import type { DatedFact } from './dated-fact.ts'

/** Interest is reckoned in whole parts of a cent, so many digits behind the point. */
const DIGITS = 100
const CENT = 10n ** BigInt(DIGITS)
const Exact = Decimal.clone({ precision: DIGITS, rounding: Decimal.ROUND_DOWN })
/** 1.045^(1/365) − 1, in parts. */
const DAILY = BigInt(
  new Exact('1.045').pow(new Exact(1).div(365)).minus(1).times(new Exact(10).pow(DIGITS)).floor().toFixed(),
)

const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Days since 1970 of texts that begin like 2026-01-31; most share theirs with the one before. */
const createDays = () => {
  let text = ''
  let day = Number.NaN
  return (iso: string): number => {
    if (text !== '' && iso.startsWith(text)) return day
    text = iso.slice(0, 10)
    day = Date.parse(`${text}T00:00:00Z`) / DAY_MS
    return day
  }
}

type InterestPaid = Extract<LedgerEvent, { readonly type: 'InterestPaid' }>

const decimal = (parts: bigint): string => {
  const digits = parts.toString().padStart(DIGITS + 1, '0')
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS, 6 - DIGITS)}`
}

/**
 * Invariant 8 for interest, from the postings alone: 1.045^(1/365) − 1 on what each day ended with, whole
 * cents, the rest carried; every day that ended with money once, in order, none left out.
 *
 * What is carried need not be kept: whatever a wallet was ever paid is what all its paid days have earned, in
 * whole cents. So two sums a wallet are all.
 */
export const interestChecks = () => {
  const wallets = new Map<Account, number>()
  const ends = createDayEnds()
  const cents = signedMinorColumn()
  const newestDay = dayColumn()
  /** The day after the last one that is paid; zero before the first. */
  const paidUntil = dayColumn()
  /** Σ cents at the ends of paid days, and what was paid for them. */
  const borne = signedMinorColumn()
  const paid = signedMinorColumn()
  const dayOf = createDays()
  const dayPaid = createDays()

  const nextDue = (wallet: number): number | null => {
    const first = ends.firstDay(wallet)
    if (first === null) return null
    let day = paidUntil.get(wallet) || first
    while (ends.at(wallet, day) <= 0n) {
      if (day > newestDay.get(wallet)) return null
      day += 1
    }
    return day
  }

  const checkInterest = (recorded: InterestPaid['data'], { at, position }: DatedFact): void => {
    const where = () => `InterestPaid at ${position}`
    const wallet = wallets.get(memberAccount(recorded.memberId, 'USD'))
    const day = dayPaid(recorded.day)
    if (wallet === undefined) throw new Error(`${where()}: there is no such wallet`)
    if (day >= dayOf(at)) throw new Error(`${where()}: ${recorded.day} has not ended`)
    const due = nextDue(wallet)
    if (due !== day)
      throw new Error(`${where()}: ${due === null ? 'nothing' : textOf(due)} is due and not ${recorded.day}`)
    const allBorne = borne.get(wallet) + ends.at(wallet, day)
    const allPaid = (allBorne * DAILY) / CENT
    if (allPaid - paid.get(wallet) !== BigInt(recorded.amount.minor)) {
      const earned = allBorne * DAILY - paid.get(wallet) * CENT
      throw new Error(`${where()}: ${recorded.amount.minor} cents instead of ${decimal(earned)}`)
    }
    borne.set(wallet, allBorne)
    paid.set(wallet, allPaid)
    paidUntil.set(wallet, day + 1)
    ends.forget(wallet, day)
  }

  const check = (fact: DatedFact, entry: readonly Posting[]): void => {
    const { event, at } = fact
    if (event.type === 'WalletOpened') {
      const wallet = wallets.size
      wallets.set(memberAccount(event.data.memberId, 'USD'), wallet)
      newestDay.set(wallet, dayOf(at))
    } else if (event.type === 'InterestPaid') {
      checkInterest(event.data, fact)
    }
    for (const { account, currency, minor } of entry) {
      if (currency !== 'USD' || !isMemberAccount(account)) continue
      const wallet = wallets.get(account)
      if (wallet === undefined) continue
      const held = cents.get(wallet) - minor
      cents.set(wallet, held)
      const [today, newest] = [dayOf(at), newestDay.get(wallet)]
      const day = today > newest ? today : newest
      newestDay.set(wallet, day)
      ends.record(wallet, day, held)
    }
  }

  return { check }
}
