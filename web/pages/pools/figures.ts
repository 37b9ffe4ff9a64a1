import { decimalOf } from '../../../api/contract/money.ts'
import { percent } from '../../texts/exact-numbers.ts'

/** A pool's gain or loss: its value minus the invested amount. */
interface Gain {
  readonly cents: number
  /** Gain relative to the invested amount, in basis points, truncated towards zero; 0 if nothing was invested. */
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

/** Formats basis points: "+2.34%", "-0.50%", "0.00%". */
export const percentText = (basisPoints: number): string =>
  percent(decimalOf(BigInt(basisPoints), 2), 'exceptZero')

/** Progress towards a target, from 0 to 1 (capped); 0 without a target. */
export const progressOf = (reached_cents: number, target_cents: number): number =>
  target_cents <= 0 ? 0 : Math.min(1, Math.max(0, reached_cents / target_cents))

/** Direction that decides a figure's colour; none at zero. */
export const directionOf = (cents: number): 'credit' | 'debit' | undefined =>
  cents > 0 ? 'credit' : cents < 0 ? 'debit' : undefined

export const sumCents = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0)
