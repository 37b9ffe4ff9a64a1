import type { SavedBankAccount } from '../../api/contract/withdrawals.ts'
import { t } from '../texts/texts.ts'

/** "First Example Bank, ending in 6789" */
export const accountText = ({
  bank_name: bank,
  last4,
}: Pick<SavedBankAccount, 'bank_name' | 'last4'>): string =>
  bank === null
    ? t('Bank account ending in {last4}', { last4 })
    : t('{bank}, ending in {last4}', { bank, last4 })
