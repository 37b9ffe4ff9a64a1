import type { BodyInput } from '../../../../api/contract/operation.ts'
import { withdrawalOperations } from '../../../../api/contract/withdrawals.ts'
import { call } from '../../../data/client.ts'
import { ApiError, sentenceOf, UnknownOutcomeError } from '../../../data/errors.ts'
import { refreshDocument } from '../../../data/refresh.ts'
import { bankAccounts } from '../../../data/withdrawals.ts'
import { t } from '../../../texts/texts.ts'
import type { OwnEvent } from './machine.ts'

/** A bank account as it is typed, with its number: in memory only. */
export type TypedAccount = BodyInput<typeof withdrawalOperations.addBankAccount>

const NOT_SAVED = t('The bank account could not be saved.')

/** Saves a bank account; resolves with one event and never rejects. */
export const saveAccount = async (typed: TypedAccount): Promise<OwnEvent> => {
  try {
    const { data: account } = await call(withdrawalOperations.addBankAccount, { body: typed })
    await refreshDocument(bankAccounts)
    return { type: 'saved_account', account }
  } catch (error) {
    if (error instanceof UnknownOutcomeError) {
      await refreshDocument(bankAccounts)
      return {
        type: 'refused_account',
        problems: {},
        notice: t('The answer was lost. Look at your saved accounts before you add it once more.'),
      }
    }
    const fields = error instanceof ApiError ? error.fields : {}
    const notice = Object.keys(fields).length > 0 ? null : sentenceOf(error, NOT_SAVED)
    return { type: 'refused_account', problems: fields, notice }
  }
}
