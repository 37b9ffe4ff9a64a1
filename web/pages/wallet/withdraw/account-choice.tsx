import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { SavedBankAccount } from '../../../../api/contract/withdrawals.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { ProblemLine } from '../../../ui/problem.tsx'
import { exactTime } from '../../../ui/time-format.ts'
import { t } from '../../../texts/texts.ts'
import { useBeginAccount } from './begin-account.ts'
import type { WithdrawFlow } from './flow.ts'
import { accountText } from '../../../parts/account-text.ts'
import { accountTypeText } from './words.ts'

/** To which of the saved accounts; from here to a new one and to their list. */
export function AccountChoice({
  flow,
  accounts,
  amount,
  problem,
  ...input
}: Omit<ComponentProps<typeof Choice>, 'legend' | 'options' | 'stacked'> & {
  flow: WithdrawFlow
  accounts: readonly SavedBankAccount[]
  /** As typed: it is kept where the member signs in again for a new account. */
  amount: string
  problem: string | null
}) {
  const { running, begin } = useBeginAccount(flow)
  return (
    <div className="grid gap-1.5">
      <Choice
        legend={t('To')}
        stacked
        options={accounts.map((account) => ({
          value: account.id,
          label: accountText(account),
          detail: detailOf(account),
        }))}
        {...input}
      />
      <ProblemLine>{problem}</ProblemLine>
      <div className="-mx-3 flex flex-wrap">
        <Button variant="quiet" size="sm" icon={<Plus />} busy={running} onClick={() => begin(amount)}>
          {t('Add an account')}
        </Button>
        <Button variant="quiet" size="sm" onClick={() => flow.dispatch({ type: 'listed_accounts' })}>
          {t('Saved accounts')}
        </Button>
      </div>
    </div>
  )
}

const detailOf = (account: SavedBankAccount): string => {
  const type = accountTypeText(account.account_type)
  return account.state === 'waiting'
    ? t('{type}, can be used from {from} on', { type, from: exactTime(Date.parse(account.usable_from)) })
    : type
}
