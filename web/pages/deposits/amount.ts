import { DEPOSIT_CENTS } from '../../../api/contract/limits.ts'
import { dollars } from '../../texts/money.ts'
import {
  CARD_FEE_FIXED_CENTS,
  CARD_FEE_PER_MILLE,
  cardFeeCents,
  DEPOSIT_RANGE,
} from '../../../api/contract/deposits.ts'
import { compareAmounts, isBelow, minorOf, plainAmount } from '../../data/amounts.ts'
import { t } from '../../texts/texts.ts'
import { percent } from '../../texts/exact-numbers.ts'

const NO_AMOUNT = t('Enter an amount in dollars, such as 12.34.')

/** The typed amount in cents; null when it is no amount in dollars. */
const centsOf = (typed: string): bigint | null => minorOf(plainAmount(typed), 'USD')

/** Why the typed amount is invalid; null when it is valid. */
export const amountProblem = (typed: string): string | null => {
  const cents = centsOf(typed)
  if (cents === null)
    return isBelow(plainAmount(typed), '1') || (/^-?[\d,.\s$]+$/.test(typed) && !/\.\d{3,}/.test(typed))
      ? DEPOSIT_RANGE
      : NO_AMOUNT
  return cents < BigInt(DEPOSIT_CENTS.min) || cents > BigInt(DEPOSIT_CENTS.max) ? DEPOSIT_RANGE : null
}

/** Continue is enabled unless the amount is empty or below 1. */
export const mayContinue = (typed: string): boolean => {
  const plain = plainAmount(typed)
  if (plain === '') return false
  return !/^\d+(\.\d+)?$/.test(plain) || compareAmounts(plain, '1') >= 0
}

interface Cost {
  readonly amount: string
  readonly fee: string
  readonly total: string
}

/** Amount, fee and total of a card deposit; null while the typed text is no amount or above the maximum. */
export const cardCost = (typed: string): Cost | null => {
  const cents = centsOf(typed)
  if (cents === null || cents > BigInt(DEPOSIT_CENTS.max)) return null
  const fee = BigInt(cardFeeCents(Number(cents)))
  return { amount: dollars(cents), fee: dollars(fee), total: dollars(cents + fee) }
}

/** "$25.00"; null while the typed text is no amount. */
export const amountText = (typed: string): string | null => {
  const cents = centsOf(typed)
  return cents === null ? null : dollars(cents)
}

/** "2.9% + $0.30" */
export const CARD_FEE_TEXT = `${percent(CARD_FEE_PER_MILLE / 10)} + ${dollars(CARD_FEE_FIXED_CENTS)}`
