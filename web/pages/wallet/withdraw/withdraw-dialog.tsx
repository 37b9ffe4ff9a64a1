import type { Withdrawal } from '../../../../api/contract/withdrawals.ts'
import { FlowDialog } from '../../../flow/flow-dialog.tsx'
import type { FlowView } from '../../../flow/flow-view.ts'
import { amountText } from '../send/amount-text.ts'
import { meant, t } from '../../../texts/texts.ts'
import { AccountStep } from './account-step.tsx'
import type { WithdrawFlow } from './flow.ts'
import { FormStep } from './form-step.tsx'
import type { Form, Intent } from './machine.ts'
import { ReceiptStep } from './receipt-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { WithdrawButtons } from './withdraw-buttons.tsx'
import { accountText } from '../../../parts/account-text.ts'

const viewOf = (flow: WithdrawFlow): FlowView<Intent, Withdrawal, Form> => ({
  title: (state) => {
    switch (state.step) {
      case 'details':
        return meant('money, to a bank', 'Withdraw')
      case 'accounts':
        return t('Saved accounts')
      case 'new_account':
      case 'saving_account':
        return t('Add an account')
      case 'review':
        return t('Confirm Withdrawal')
      case 'processing':
        return t('Processing Withdrawal')
      case 'success':
        return t('Withdrawal Requested')
      case 'error':
        return t('Withdrawal Refused')
      default:
        return state satisfies never
    }
  },
  // The account that is being saved shows the same form, so the focus stays.
  focusStep: (step) => (step === 'saving_account' ? 'new_account' : step),
  offline: t('You are offline. Withdrawing needs a connection; the amount you typed is kept.'),
  form: (state, formId) =>
    state.step === 'new_account' || state.step === 'saving_account' ? (
      <AccountStep flow={flow} state={state} formId={formId} />
    ) : (
      <FormStep flow={flow} state={state} formId={formId} />
    ),
  formButtons: (state, formId, offline) => (
    <WithdrawButtons flow={flow} state={state} formId={formId} offline={offline} />
  ),
  review: {
    draw: (intent) => <ReviewStep intent={intent} />,
    unsent: t('Nothing was withdrawn'),
    confirm: () => ({ label: t('Withdraw Now') }),
  },
  processing: ({ draft, account }) => (
    <>
      <output className="block">
        {t('Withdrawing {amount}. This takes a moment.', { amount: amountText(draft.amount, 'USD') })}
      </output>
      <p className="text-muted">{accountText(account)}</p>
    </>
  ),
  checking: ({ draft, account }) => ({
    what: `${amountText(draft.amount, 'USD')} · ${accountText(account)}`,
    waiting: t(
      'The answer to your withdrawal was lost. We are asking the server what became of it. Please don’t start it anew.',
    ),
    denied: t(
      'The server has not received this withdrawal and no money has moved. You can send it again: it cannot be paid twice.',
    ),
    discard: t('Don’t withdraw'),
    again: t('Send again'),
  }),
  receipt: (_intent, receipt) => <ReceiptStep receipt={receipt} />,
  untouched: t('No money has left your wallet.'),
})

/** The dialog for money that goes to a bank account of one's own. */
export default function WithdrawDialog({ flow }: { flow: WithdrawFlow }) {
  return <FlowDialog flow={flow} view={viewOf(flow)} />
}
