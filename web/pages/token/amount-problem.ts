import { YutAmountText } from '../../../api/contract/token.ts'
import { compareAmounts, plainAmount } from '../../data/amounts.ts'
import { t } from '../../texts/texts.ts'

/** Why a typed token amount is invalid or above `max`; null when it is valid. */
export const amountProblem = (typed: string, max: string | null, tooMuch: string): string | null => {
  const plain = plainAmount(typed)
  if (plain === '') return t('Enter an amount.')
  const parsed = YutAmountText.safeParse(plain)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? t('Enter an amount.')
  return max !== null && compareAmounts(plain, max) > 0 ? tooMuch : null
}
