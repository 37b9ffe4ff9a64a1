import type { BankAccount } from '../../../api/contract/funding-accounts.ts'
import { t } from '../../texts/texts.ts'
import { longDate } from '../../ui/time-format.ts'

/** What is to be typed before an account can be debited; null where nothing is, or it is over. */
export const asksFor = ({ validation }: BankAccount): 'amounts' | 'code' | null => {
  if (validation?.state !== 'asked') return null
  return validation.asks === 'code' ? 'code' : 'amounts'
}

/** Why an account cannot be debited although nothing is left to type, and what helps. */
export const notConfirmed = ({ validation }: BankAccount): string => {
  const until = validation?.until ?? null
  return until === null
    ? t('This account could not be confirmed. Use another account, or a card.')
    : t(
        'This account could not be confirmed. Use another account, or a card; it can be tried again on {day}.',
        {
          day: longDate(Date.parse(until)),
        },
      )
}
