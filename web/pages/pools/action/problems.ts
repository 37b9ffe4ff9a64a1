import { dollars } from '../../../texts/money.ts'
import {
  POOL_CENTS_MAX,
  POOL_CONTRIBUTION_CENTS_MIN,
  POOL_CONTRIBUTION_RANGE,
  POOL_INITIAL_CENTS_MIN,
  POOL_INITIAL_RANGE,
  POOL_TARGET_RANGE,
  POOL_WITHDRAWAL_RANGE,
} from '../../../../api/contract/pools.ts'
import { centsOf } from './amounts.ts'
import { t } from '../../../texts/texts.ts'

/** Minimum of each amount in cents, and the server's message about its range. */
const RANGES = {
  initial: { least: POOL_INITIAL_CENTS_MIN, sentence: POOL_INITIAL_RANGE },
  add: { least: POOL_CONTRIBUTION_CENTS_MIN, sentence: POOL_CONTRIBUTION_RANGE },
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
  if (cents < least || cents > POOL_CENTS_MAX) return sentence
  if (have_cents === null || cents <= have_cents) return null
  return of === 'withdraw'
    ? t('There is only {have_cents} in this pool.', { have_cents: dollars(have_cents) })
    : t('Insufficient USD balance')
}
