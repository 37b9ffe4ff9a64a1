import { FormButtons } from '../../flow/form-buttons.tsx'
import type { Bound } from '../../flow/machine.ts'
import { Button, LeaveButton } from '../../ui/button.tsx'
import { asksFor } from './account-words.ts'
import { cardCost, mayContinue } from './amount.ts'
import type { FundsFlow } from './flow.ts'
import type { Form, Intent, Receipt } from './machine.ts'
import { t } from '../../texts/texts.ts'

/** Whether the step's main button makes a binding request. */
export const submits = (state: Form | Bound<Intent, Receipt>): boolean =>
  state.step === 'bank_details' ||
  state.step === 'account_check' ||
  state.step === 'transfer_details' ||
  (state.step === 'amount' && state.draft.method === 'card') ||
  state.step === 'confirming' ||
  (state.step === 'checking' && state.mayRetry)

/** The buttons of the forms and of the steps that wait for a card. */
export function FundsButtons({
  flow,
  state,
  formId,
  offline,
  accountsKnown,
}: {
  flow: FundsFlow
  state: Form
  formId: string
  offline: boolean
  /** The form of the bank details begins with the member's accounts. */
  accountsKnown: boolean
}) {
  const close = () => flow.dispatch({ type: 'closed' })
  const goBack = () => flow.dispatch({ type: 'went_back' })
  switch (state.step) {
    case 'method':
      return <LeaveButton key="cancel" onClick={close} label={t('Cancel')} />
    case 'amount': {
      const cost = state.draft.method === 'card' ? cardCost(state.draft.amount) : null
      return (
        <>
          <LeaveButton key="back" onClick={goBack} label={t('Back')} />
          <Button
            key="continue"
            type="submit"
            form={formId}
            disabled={!mayContinue(state.draft.amount) || (offline && submits(state))}
          >
            {cost !== null && mayContinue(state.draft.amount)
              ? t('Pay {total}', { total: cost.total })
              : t('Continue')}
          </Button>
        </>
      )
    }
    case 'bank_details':
      return (
        <FormButtons
          onBack={goBack}
          formId={formId}
          submit={t('Start Transfer')}
          disabled={offline || !accountsKnown}
        />
      )
    case 'account_check':
      return (
        <>
          <LeaveButton key="back" onClick={goBack} label={t('Back')} />
          {asksFor(state.account) !== null && (
            <Button key="confirm-account" type="submit" form={formId} disabled={offline}>
              {t('Confirm and Transfer')}
            </Button>
          )}
        </>
      )
    case 'transfer_details':
      return <FormButtons onBack={goBack} formId={formId} submit={t('Send Request')} disabled={offline} />
    case 'settling':
    case 'confirming':
      // The deposit continues without the dialog; the list of deposits shows its outcome.
      return <LeaveButton key="leave" onClick={close} label={t('Close')} />
    default:
      return state satisfies never
  }
}
