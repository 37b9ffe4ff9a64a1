import { YutAmountText } from '../../../api/contract/token.ts'
import { compareAmounts, plainAmount } from '../../data/amounts.ts'
import { t } from '../../texts/texts.ts'

/** What is wrong with a typed token amount of at most `max`; null when it is all right. */
export const amountProblem = (typed: string, max: string | null, tooMuch: string): string | null => {
  const plain = plainAmount(typed)
  if (plain === '') return t('Enter an amount.')
  const parsed = YutAmountText.safeParse(plain)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? t('Enter an amount.')
  return max !== null && compareAmounts(plain, max) > 0 ? tooMuch : null
}
