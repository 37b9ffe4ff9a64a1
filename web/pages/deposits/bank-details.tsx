import type { FieldErrors } from 'react-hook-form'
import { BANK_DETAILS_MISSING } from '../../../api/contract/deposits.ts'
import { Select } from '../../ui/select.tsx'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'
import { SandboxNotice } from './sandbox-notice.tsx'

/** What is typed of a bank account that is not saved yet. */
export const BANK_FIELDS = ['routing_number', 'account_number', 'account_holder_name'] as const
type FieldName = (typeof BANK_FIELDS)[number]
const MISSING: Readonly<Record<FieldName, string>> = {
  routing_number: t('Enter the routing number.'),
  account_number: t('Enter the account number.'),
  account_holder_name: t('Enter the name of the account holder.'),
}

/** The schema has one message for every missing field; each field says its own. */
export const bankFieldProblem = (
  errors: FieldErrors<Readonly<Record<FieldName, string>>>,
  name: FieldName,
): string | undefined => {
  const message = errors[name]?.message
  return message === BANK_DETAILS_MISSING ? MISSING[name] : message
}

export interface TestAccount {
  readonly routing_number: string
  readonly account_number: string
  readonly outcome: string
}

/** The accounts of the sandbox, to fill in; nothing where there are none. */
export function TestAccounts({
  accounts,
  onChoose,
}: {
  accounts: readonly TestAccount[]
  onChoose: (account: TestAccount) => void
}) {
  if (accounts.length === 0) return null
  return (
    <SandboxNotice>
      <p className="mb-3">{t('Use a test account, never one of your own.')}</p>
      <Select
        label={t('Fill in a test account')}
        options={[
          { value: '', label: t('Choose what should happen') },
          ...accounts.map(({ account_number: value, outcome }) => ({
            value,
            label: translateServerText(outcome),
          })),
        ]}
        onChoose={(chosen) => {
          const account = accounts.find(({ account_number: number }) => number === chosen)
          if (account !== undefined) onChoose(account)
        }}
      />
    </SandboxNotice>
  )
}
