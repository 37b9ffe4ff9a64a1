import type { BodyInput } from '../../../api/contract/operation.ts'
import { type BankAccount, fundingAccountOperations } from '../../../api/contract/funding-accounts.ts'
import { call } from '../../data/client.ts'
import { ApiError } from '../../data/errors.ts'
import type { FlowResult } from '../../flow/attempt.ts'
import { t } from '../../texts/texts.ts'
import { type AccountSource, type BankDetails, prepare } from './calls.ts'
import type { FundsEvent } from './machine.ts'

/** What a member saw in their bank account. */
type Proof = BodyInput<typeof fundingAccountOperations.validateFundingAccount>

/** The account of these details, saved first. */
export const savedFrom =
  (bank: BankDetails): AccountSource =>
  (key) =>
    prepare(
      key,
      t('Failed to save bank account'),
      async () => (await call(fundingAccountOperations.saveBankAccount, { body: bank })).data,
    )

/** The account, confirmed first with what was typed; a wrong answer leads back to it. */
export const confirmedBy =
  (account: BankAccount, proof: Proof): AccountSource =>
  (key) =>
    prepare(
      key,
      t('Failed to confirm the bank account'),
      async (): Promise<BankAccount | FlowResult<FundsEvent>> => {
        try {
          const params = { id: account.payment_method_id }
          return (await call(fundingAccountOperations.validateFundingAccount, { params, body: proof })).data
        } catch (error) {
          if (error instanceof ApiError && (error.code === 'validation_wrong' || error.status === 400))
            return { event: { type: 'unconfirmed', key, account, problems: { proof: error.message } } }
          throw error
        }
      },
    )

/** The member's saved accounts, newest first; fetched while the dialog is open and not stored. Rejects as `call` does. */
export const fundingAccounts = async (signal: AbortSignal): Promise<readonly BankAccount[]> =>
  (await call(fundingAccountOperations.listFundingAccounts, { signal })).data.accounts
