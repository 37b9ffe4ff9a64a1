import { IdCard, Landmark } from 'lucide-react'
import { useCached } from '../../../data/cached.ts'
import { bankAccounts, withdrawalOptions } from '../../../data/withdrawals.ts'
import { Age, NotYet } from '../../../parts/freshness.tsx'
import { Link } from '../../../parts/router.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t } from '../../../texts/texts.ts'
import { translateServerText } from '../../../texts/translate-server-text.ts'
import { AccountsStep } from './accounts-step.tsx'
import { DetailsStep } from './details-step.tsx'
import type { WithdrawFlow } from './flow.ts'
import type { Form } from './machine.ts'

/** The steps that show what is known of the member's accounts and money; where nothing can be withdrawn, only why. */
export function FormStep({
  flow,
  state,
  formId,
}: {
  flow: WithdrawFlow
  state: Extract<Form, { step: 'details' | 'accounts' }>
  formId: string
}) {
  const { value: options, ...optionsView } = useCached(withdrawalOptions)
  const { value: accounts, ...accountsView } = useCached(bankAccounts)
  if (options !== null && options.closed !== null)
    return (
      <EmptyState icon={<Landmark />} title={t('Nothing can be withdrawn here')}>
        {translateServerText(options.closed)}
      </EmptyState>
    )
  if (options !== null && options.identity !== null)
    return (
      <EmptyState
        icon={<IdCard />}
        title={t('Verify your identity first')}
        action={
          <Link to="/identity" className={buttonClass({})}>
            {t('Verify your identity')}
          </Link>
        }
      >
        {translateServerText(options.identity)}
      </EmptyState>
    )
  if (options === null || accounts === null)
    return (
      <NotYet what={t('withdrawals')} {...(options === null ? optionsView : accountsView)}>
        <Skeleton className="h-72 w-full" />
      </NotYet>
    )
  return (
    <div className="grid gap-3">
      {state.step === 'details' ? (
        <DetailsStep flow={flow} state={state} formId={formId} options={options} accounts={accounts} />
      ) : (
        <AccountsStep accounts={accounts} />
      )}
      <div className="text-end empty:hidden">
        <Age {...(state.step === 'details' ? optionsView : accountsView)} />
      </div>
    </div>
  )
}
