import { Decimal } from 'decimal.js'
import { memberAccount } from '../accounts.ts'
import type { Posting } from '../postings.ts'
import type { Noted } from './noted.ts'

/** Interest is reckoned in whole parts of a cent, so many digits behind the point. */
const DIGITS = 100
const CENT = 10n ** BigInt(DIGITS)
const Exact = Decimal.clone({ precision: DIGITS, rounding: Decimal.ROUND_DOWN })
/** 1.045^(1/365) − 1, in parts. */
const DAILY = BigInt(
  new Exact('1.045').pow(new Exact(1).div(365)).minus(1).times(new Exact(10).pow(DIGITS)).floor().toFixed(),
)

const DAY_MS = 86_400_000
const textOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Days since 1970 of texts such as 2026-01-31; a log has few different ones. */
const createDays = () => {
  const known = new Map<string, number>()
  return (text: string): number => {
    let day = known.get(text)
    if (day === undefined) known.set(text, (day = Date.parse(`${text}T00:00:00Z`) / DAY_MS))
    return day
  }
}

interface DayEnd {
  readonly day: number
  cents: bigint
}

interface Dollars {
  /** Cents at the end of each day on which they changed, oldest first. */
  ends: DayEnd[]
  newestDay: number
  cents: bigint
  paidThrough: number | null
  /** Parts of a cent. */
  carried: bigint
}

const endOf = ({ ends }: Dollars, day: number): bigint => ends.findLast((end) => end.day <= day)?.cents ?? 0n

/** Ends of days that are paid are not asked for again, but for the last: it holds until the next change. */
const forget = (wallet: Dollars, paidThrough: number): void => {
  const last = wallet.ends.findLastIndex(({ day }) => day <= paidThrough)
  if (last > 0) wallet.ends = wallet.ends.slice(last)
}

const nextDue = (wallet: Dollars): number | null => {
  const [first] = wallet.ends
  if (!first) return null
  let day = wallet.paidThrough === null ? first.day : wallet.paidThrough + 1
  while (endOf(wallet, day) <= 0n) {
    if (day > wallet.newestDay) return null
    day += 1
  }
  return day
}

const decimal = (parts: bigint): string => {
  const digits = parts.toString().padStart(DIGITS + 1, '0')
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS, 6 - DIGITS)}`
}

/**
 * Invariant 8 for interest, from the postings alone: 1.045^(1/365) − 1 on what each day ended with, whole
 * cents, the rest carried; every day that ended with money once, in order, none left out.
 */
export const interestChecks = () => {
  const wallets = new Map<string, Dollars>()
  const dayOf = createDays()

  const note = ({ event, at, position }: Noted, entry: readonly Posting[]): void => {
    if (event.type === 'WalletOpened') {
      wallets.set(memberAccount(event.data.memberId, 'USD'), {
        ends: [],
        newestDay: dayOf(at.slice(0, 10)),
        cents: 0n,
        paidThrough: null,
        carried: 0n,
      })
    } else if (event.type === 'InterestPaid') {
      const { memberId, amount } = event.data
      const where = () => `InterestPaid at ${position}`
      const wallet = wallets.get(memberAccount(memberId, 'USD'))
      const day = dayOf(event.data.day)
      if (!wallet) throw new Error(`${where()}: there is no such wallet`)
      if (day >= dayOf(at.slice(0, 10))) throw new Error(`${where()}: ${event.data.day} has not ended`)
      const due = nextDue(wallet)
      if (due !== day)
        throw new Error(
          `${where()}: ${due === null ? 'nothing' : textOf(due)} is due and not ${event.data.day}`,
        )
      const earned = endOf(wallet, day) * DAILY + wallet.carried
      const cents = earned / CENT
      if (cents.toString() !== amount.minor)
        throw new Error(`${where()}: ${amount.minor} cents instead of ${decimal(earned)}`)
      wallet.carried = earned - cents * CENT
      wallet.paidThrough = day
      forget(wallet, day)
    }
    for (const { account, currency, minor } of entry) {
      if (currency !== 'USD') continue
      const wallet = wallets.get(account)
      if (!wallet) continue
      wallet.cents -= minor
      const day = dayOf(at.slice(0, 10))
      if (day > wallet.newestDay) wallet.newestDay = day
      const last = wallet.ends.at(-1)
      if (last?.day === wallet.newestDay) last.cents = wallet.cents
      else wallet.ends.push({ day: wallet.newestDay, cents: wallet.cents })
    }
  }

  return { note }
}
