import { POOL_CENTS } from '../../../../api/contract/limits.ts'
import { decimalOf } from '../../../../api/contract/money.ts'
import {
  POOL_CONTRIBUTION_RANGE,
  POOL_INITIAL_RANGE,
  POOL_TARGET_RANGE,
  POOL_WITHDRAWAL_RANGE,
} from '../../../../api/contract/pools.ts'
import { plainAmount, typedAmount } from '../../../data/amounts.ts'
import { dollars } from '../../../texts/money.ts'
import { t } from '../../../texts/texts.ts'

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

/** Minimum of each amount in cents, and the server's message about its range. */
const RANGES = {
  initial: { least: POOL_CENTS.initialMin, sentence: POOL_INITIAL_RANGE },
  add: { least: POOL_CENTS.contributionMin, sentence: POOL_CONTRIBUTION_RANGE },
  withdraw: { least: 1, sentence: POOL_WITHDRAWAL_RANGE },
  target: { least: 0, sentence: POOL_TARGET_RANGE },
} as const

/**
 * Why a typed amount is invalid; null when it is valid. `have_cents`: the balance or pool value that limits it, null
 * when unknown. A target may be empty.
 */
export const amountProblem = (
  of: keyof typeof RANGES,
  typed: string,
  have_cents: number | null = null,
): string | null => {
  if (of === 'target' && typed.trim() === '') return null
  const cents = centsOf(typed)
  if (cents === null) return t('Enter an amount such as 12.34.')
  const { least, sentence } = RANGES[of]
  if (cents < least || cents > POOL_CENTS.max) return sentence
  if (have_cents === null || cents <= have_cents) return null
  return of === 'withdraw'
    ? t('There is only {have_cents} in this pool.', { have_cents: dollars(have_cents) })
    : t('Insufficient USD balance')
}
