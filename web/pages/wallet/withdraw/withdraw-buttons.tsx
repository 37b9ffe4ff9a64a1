import { useCached } from '../../../data/cached.ts'
import { bankAccounts, withdrawalOptions } from '../../../data/withdrawals.ts'
import { Button, LeaveButton } from '../../../ui/button.tsx'
import { t } from '../../../texts/texts.ts'
import { useBeginAccount } from './begin-account.ts'
import type { WithdrawFlow } from './flow.ts'
import type { Form } from './machine.ts'

/** The buttons of the steps before the review. */
export function WithdrawButtons({
  flow,
  state,
  formId,
  offline,
}: {
  flow: WithdrawFlow
  state: Form
  formId: string
  offline: boolean
}) {
  const { value: options } = useCached(withdrawalOptions)
  const { value: accounts } = useCached(bankAccounts)
  const close = () => flow.dispatch({ type: 'closed' })
  const back = () => flow.dispatch({ type: 'went_back' })
  const account = useBeginAccount(flow)
  const addAccount = (
    <Button
      key="add"
      busy={account.running}
      disabled={offline}
      onClick={() => account.begin(state.draft.amount)}
    >
      {t('Add an account')}
    </Button>
  )
  switch (state.step) {
    case 'details':
      if (options !== null && (options.closed ?? options.identity) !== null)
        return <LeaveButton key="close" onClick={close} label={t('Close')} />
      return (
        <>
          <LeaveButton key="cancel" onClick={close} label={t('Cancel')} />
          {accounts?.length === 0 ? (
            addAccount
          ) : (
            <Button
              key="continue"
              type="submit"
              form={formId}
              disabled={offline || options === null || accounts === null || state.draft.amount.trim() === ''}
            >
              {t('Continue')}
            </Button>
          )}
        </>
      )
    case 'accounts':
      return (
        <>
          <LeaveButton key="back" onClick={back} label={t('Back')} />
          {addAccount}
        </>
      )
    case 'new_account':
    case 'saving_account': {
      const saving = state.step === 'saving_account'
      return (
        <>
          <LeaveButton key="back" disabled={saving} onClick={back} label={t('Back')} />
          <Button key="save" type="submit" form={formId} busy={saving} disabled={offline && !saving}>
            {t('Save Account')}
          </Button>
        </>
      )
    }
    default:
      return state satisfies never
  }
}
