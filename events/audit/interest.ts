import { Decimal } from 'decimal.js'
import { DAY_MS } from '../calendar.ts'
import { isMemberAccount, memberAccount, type Account } from '../accounts.ts'
import type { LedgerEvent } from '../ledger-event.ts'
import type { Posting } from '../postings.ts'
import { dayColumn, signedMinorColumn } from './column.ts'
import { createDayEnds } from './day-ends.ts'
import type { DatedFact } from './dated-fact.ts'

/** Interest is computed in integers with this many decimal places of a cent. */
const DIGITS = 100
const CENT = 10n ** BigInt(DIGITS)
const Exact = Decimal.clone({ precision: DIGITS, rounding: Decimal.ROUND_DOWN })
/** 1.045^(1/365) − 1, multiplied by 10^{@link DIGITS}. */
const DAILY = BigInt(
  new Exact('1.045').pow(new Exact(1).div(365)).minus(1).times(new Exact(10).pow(DIGITS)).floor().toFixed(),
)

const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Days since 1970 of texts that begin with a date; the last result is cached, as most texts repeat the date. */
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
 * Interest, recomputed from the postings alone: 1.045^(1/365) − 1 of each day's closing balance, paid in whole cents,
 * the fraction carried over. Every day with a positive closing balance is paid once, in order, none skipped; one that
 * was forgone is stated in its turn, with nothing paid and nothing earned.
 *
 * The carried fraction need not be stored: all that a wallet was paid equals all that its paid days have earned,
 * rounded down to cents. So two sums per wallet are enough.
 */
export const interestChecks = () => {
  const wallets = new Map<Account, number>()
  const ends = createDayEnds()
  const cents = signedMinorColumn()
  const newestDay = dayColumn()
  /** The day after the last paid one; zero before the first. */
  const paidUntil = dayColumn()
  /** Σ closing balances of the paid days, and Σ interest paid for them, in cents. */
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
    const allBorne = borne.get(wallet) + (recorded.forgone === undefined ? ends.at(wallet, day) : 0n)
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
