import { decimalOf } from '../../../api/contract/money.ts'
import { percent } from '../../texts/numbers.ts'

/** What a pool is up or down: its value minus what was invested in it. */
interface Gain {
  readonly cents: number
  /** Over what was invested, in hundredths of a percent, cut towards zero; 0 if nothing was invested. */
  readonly basisPoints: number
}

/** A pool's gain. All amounts in cents. */
export const gainOf = (pool: {
  readonly current_value_cents: number
  readonly total_invested_cents: number
}): Gain => {
  const cents = pool.current_value_cents - pool.total_invested_cents
  const { total_invested_cents: invested } = pool
  return { cents, basisPoints: invested === 0 ? 0 : Math.trunc((cents * 10_000) / invested) }
}

/** "+2.34%", "-0.50%", "0.00%" from hundredths of a percent. */
export const percentText = (basisPoints: number): string =>
  percent(decimalOf(BigInt(basisPoints), 2), 'exceptZero')

/** How far a target is reached, from 0 to 1: capped at 100 %; 0 without a target. */
export const progressOf = (reached_cents: number, target_cents: number): number =>
  target_cents <= 0 ? 0 : Math.min(1, Math.max(0, reached_cents / target_cents))

/** The direction that a figure is coloured by; none at zero. */
export const directionOf = (cents: number): 'credit' | 'debit' | undefined =>
  cents > 0 ? 'credit' : cents < 0 ? 'debit' : undefined

/** The sum of cents. */
export const sumCents = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0)
