import { Decimal } from 'decimal.js'
import { addDays, dayOf } from '../calendar.ts'

/**
 * Treasury interest: 4.5 % APY paid daily on the USD balance at the end of each UTC day. Whole cents are
 * paid; the fraction of a cent is carried to the next day.
 */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_DOWN, toExpNeg: -9e15, toExpPos: 9e15 })
/** Thousandths a year, with the interest of the year's days on each other. */
export const USD_APY_PERMILLE = 45n
/** 1.045^(1/365) − 1. */
const DAILY_FACTOR = new Exact(String(1_000n + USD_APY_PERMILLE))
  .div(1_000)
  .pow(new Exact(1).div(365))
  .minus(1)
/** Decimal places of a carried remainder, in cents. */
const REMAINDER_DECIMALS = 30

/** A time in which a member was verified, as ISO times. */
export interface VerifiedTime {
  readonly from: string
  readonly until: string
}

interface DayInterest {
  /** Whole cents to pay. */
  readonly cents: bigint
  /** The carried fraction of a cent: a decimal from 0 to below 1. */
  readonly remainder: string
}

/** Interest for one day on a balance in cents (none on a balance below zero), plus the fraction carried into it. */
export const interestForDay = (balanceCents: bigint, carried: string): DayInterest => {
  const base = balanceCents > 0n ? balanceCents : 0n
  const total = new Exact(base.toString())
    .times(DAILY_FACTOR)
    .plus(carried)
    .toDecimalPlaces(REMAINDER_DECIMALS)
  const whole = total.floor()
  return { cents: BigInt(whole.toFixed()), remainder: total.minus(whole).toFixed() }
}

/** USD in cents at the end of `from` and of every day up to and including `to`. */
interface ClosedDays {
  readonly from: string
  readonly to: string
  readonly cents: bigint
}

/** The state that a wallet's interest is computed from. */
export interface InterestState {
  /** The day of the last USD movement; its closing balance may still change. */
  readonly today: string
  /** Days that ended and have not been paid for, oldest first. */
  readonly closed: readonly ClosedDays[]
  /** Fraction of a cent carried from the last paid day. */
  readonly remainder: string
  /** The last day that was paid for, null before the first. */
  readonly paidThrough: string | null
}

export const interestFrom = (at: string): InterestState => ({
  today: dayOf(at),
  closed: [],
  remainder: '0',
  paidThrough: null,
})

/**
 * Closes the days before `at` with the balance since the last event. Days that ended without money earn nothing
 * and are not stored. A clock that steps back changes nothing.
 */
export const closeDays = (state: InterestState, cents: bigint, at: string): InterestState => {
  const day = dayOf(at)
  if (day <= state.today) return state
  const to = dayOf(new Date(Date.parse(`${day}T00:00:00.000Z`) - 1).toISOString())
  const closed = cents > 0n ? [...state.closed, { from: state.today, to, cents }] : state.closed
  return { ...state, today: day, closed }
}

/** The next day to pay for, with its end-of-day balance; null when every ended day is paid. */
export const nextUnpaidDay = (
  state: InterestState,
  cents: bigint,
  now: string,
): { readonly day: string; readonly cents: bigint } | null => {
  const [first] = closeDays(state, cents, now).closed
  return first ? { day: first.from, cents: first.cents } : null
}

/** Removes a day that was paid for from the days to pay. */
export const paidFor = (state: InterestState, day: string, remainder: string): InterestState => {
  const [first, ...later] = state.closed
  if (!first || first.from !== day) throw new Error(`Interest was paid for ${day} before it was due`)
  const rest = first.to === day ? later : [{ ...first, from: addDays(day, 1) }, ...later]
  return { ...state, closed: rest, remainder, paidThrough: day }
}
