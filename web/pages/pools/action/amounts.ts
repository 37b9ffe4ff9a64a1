import { decimalOf } from '../../../../api/contract/money.ts'
import { plainAmount, typedAmount } from '../../../data/amounts.ts'

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,18}))?$/

/** Parses a typed amount of dollars to cents, rounded to the nearest cent, half up; null when it is no amount. */
export const centsOf = (typed: string): number | null => {
  const match = DECIMAL.exec(plainAmount(typed))
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  const thousandths = BigInt(whole + fraction.padEnd(3, '0').slice(0, 3))
  return Number((thousandths + 5n) / 10n)
}

/** Formats cents as editable dollars: "100", "12.50". */
export const dollarsOf = (cents: number): string =>
  typedAmount(decimalOf(BigInt(cents), 2).replace(/\.00$/, ''))

/**
 * The next multiple of the step above or below, but at least `least_cents`, which is also the result when `typed` is
 * no amount. `typed` and the result are dollars, the rest cents.
 */
export const stepped = (typed: string, by: 1 | -1, step_cents: number, least_cents: number): string => {
  const cents = centsOf(typed)
  if (cents === null) return dollarsOf(least_cents)
  const next =
    by === 1
      ? Math.floor(cents / step_cents + 1) * step_cents
      : Math.ceil(cents / step_cents - 1) * step_cents
  return dollarsOf(Math.max(least_cents, next))
}
