import type { PaymentOptions } from '../../../api/contract/deposits.ts'
import type { BankAccount } from '../../../api/contract/funding-accounts.ts'
import { useIsOpen } from '../../flow/flow-place.tsx'
import { useAsync } from '../../data/use-async.ts'
import type { Bound } from '../../flow/machine.ts'
import { FlowDialog, Processing } from '../../flow/flow-dialog.tsx'
import type { FlowView } from '../../flow/flow-view.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccountCheckStep } from './account-check-step.tsx'
import { amountText } from './amount.ts'
import { AmountStep } from './amount-step.tsx'
import { BankStep } from './bank-step.tsx'
import { fundingAccounts } from './bank-accounts.ts'
import { ConfirmingStep } from './confirming-step.tsx'
import type { FundsFlow } from './flow.ts'
import { FundsButtons, submits } from './funds-buttons.tsx'
import { ProcessingText } from './processing-text.tsx'
import type { Form, Intent, Method, Receipt } from './machine.ts'
import { MethodStep } from './method-step.tsx'
import { usePaymentOptions } from './payment-options.ts'
import { SuccessStep } from './success-step.tsx'
import { TransferStep } from './transfer-step.tsx'
import { t } from '../../texts/texts.ts'

const AMOUNT_TITLES: Readonly<Record<Method, string>> = {
  card: t('Add Funds by Card'),
  ach: t('Add Funds from a Bank'),
  internal_transfer: t('Request Funds'),
}

const titleOf = (state: Form | Bound<Intent, Receipt>): string => {
  switch (state.step) {
    case 'method':
      return t('Add Funds')
    case 'amount':
      return AMOUNT_TITLES[state.draft.method]
    case 'bank_details':
      return t('Bank Details')
    case 'account_check':
      return t('Confirm Your Bank Account')
    case 'transfer_details':
      return t('Transfer Details')
    case 'review':
    case 'processing':
    case 'checking':
    case 'settling':
      return state.intent.draft.method === 'internal_transfer'
        ? t('Processing Request')
        : t('Processing Payment')
    case 'confirming':
      return t('Confirm Payment')
    case 'success':
      if (state.receipt.kind === 'request') return t('Transfer Request Sent')
      if (state.intent.draft.method === 'ach') return t('Transfer Initiated')
      return state.receipt.deposit.stage === 'succeeded' ? t('Payment Successful') : t('Payment Processing')
    case 'error':
      return t('Funds Not Added')
    default:
      return state satisfies never
  }
}

/** What forms need of the server; null until it is loaded. */
interface Loaded {
  readonly options: PaymentOptions | null
  /** Empty where they could not be loaded: details can be typed all the same. */
  readonly accounts: readonly BankAccount[] | null
}

const viewOf = (flow: FundsFlow, loaded: Loaded): FlowView<Intent, Receipt, Form> => ({
  title: titleOf,
  // `settling` looks like `processing`, so the focus does not move between them.
  focusStep: (step) => (step === 'settling' ? 'processing' : step),
  offline: t(
    'You are offline. Adding funds needs a connection; the amount and the person you typed are kept.',
  ),
  needsConnection: submits,
  form: (state, formId) => <Step flow={flow} state={state} formId={formId} {...loaded} />,
  formButtons: (state, formId, offline) => (
    <FundsButtons
      flow={flow}
      state={state}
      formId={formId}
      offline={offline}
      accountsKnown={loaded.accounts !== null}
    />
  ),
  // No review step: the forms show the summary.
  review: null,
  processing: (intent) => <ProcessingText intent={intent} />,
  checking: ({ draft }) => ({
    what: amountText(draft.amount),
    waiting: t(
      'The answer was lost. We are asking the server what became of it. Please don’t start it anew.',
    ),
    denied: t(
      'The server has not received this and nothing was charged. You can submit it again: it cannot happen twice.',
    ),
    discard: t('Don’t submit'),
    again: t('Submit again'),
  }),
  receipt: (intent, receipt) => <SuccessStep intent={intent} receipt={receipt} />,
})

const nothing = async (): Promise<null> => null

export default function FundsDialog({ flow }: { flow: FundsFlow }) {
  const options = usePaymentOptions()
  const open = useIsOpen(flow)
  // Asked for at each opening: the dialog stays between two, and an account may have been saved in the first.
  const { value, error } = useAsync(open ? fundingAccounts : nothing)
  const accounts = error === null ? value : []
  return <FlowDialog flow={flow} view={viewOf(flow, { options, accounts })} />
}

function Step({
  flow,
  state,
  formId,
  options,
  accounts,
}: Loaded & {
  flow: FundsFlow
  state: Form
  formId: string
}) {
  switch (state.step) {
    case 'method':
      return <MethodStep flow={flow} />
    case 'amount':
      return <AmountStep flow={flow} state={state} formId={formId} options={options} />
    case 'bank_details':
      // Not before: the choice would change under the member's fingers.
      return accounts === null ? (
        <Skeleton className="h-72 w-full" />
      ) : (
        <BankStep flow={flow} state={state} formId={formId} options={options} accounts={accounts} />
      )
    case 'account_check':
      return <AccountCheckStep flow={flow} state={state} formId={formId} />
    case 'transfer_details':
      return <TransferStep flow={flow} state={state} formId={formId} />
    case 'settling':
      return (
        <Processing>
          <ProcessingText intent={state.intent} />
        </Processing>
      )
    case 'confirming':
      return <ConfirmingStep flow={flow} question={state.question} />
    default:
      return state satisfies never
  }
}
