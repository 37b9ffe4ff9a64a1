import { useId } from 'react'
import { useStore } from 'zustand'
import type { PaymentOptions } from '../../../api/contract/deposits.ts'
import { useHoldUpdates } from '../../app/updates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AmountStep } from './amount-step.tsx'
import { BankStep } from './bank-step.tsx'
import { ConfirmingStep } from './confirming-step.tsx'
import type { FundsFlow } from './flow.ts'
import { FundsFooter } from './funds-footer.tsx'
import type { FundsState, Method } from './machine.ts'
import { MethodStep } from './method-step.tsx'
import { CheckingStep, ErrorStep, ProcessingStep, SuccessStep } from './outcome-steps.tsx'
import { usePaymentOptions } from './payment-options.ts'
import { TransferStep } from './transfer-step.tsx'

export type OpenState = Exclude<FundsState, { step: 'closed' }>

const AMOUNT_TITLES: Readonly<Record<Method, string>> = {
  card: 'Add Funds by Card',
  ach: 'Add Funds from a Bank',
  internal_transfer: 'Request Funds',
}

const titleOf = (state: OpenState): string => {
  switch (state.step) {
    case 'method':
      return 'Add Funds'
    case 'amount':
      return AMOUNT_TITLES[state.draft.method]
    case 'bank_details':
      return 'Bank Details'
    case 'transfer_details':
      return 'Transfer Details'
    case 'processing':
    case 'settling':
      return state.intent.draft.method === 'internal_transfer' ? 'Processing Request' : 'Processing Payment'
    case 'confirming':
      return 'Confirm Payment'
    case 'checking':
      return 'Checking what happened'
    case 'success':
      if (state.receipt.kind === 'request') return 'Transfer Request Sent'
      if (state.intent.draft.method === 'ach') return 'Transfer Initiated'
      return state.receipt.deposit.stage === 'succeeded' ? 'Payment Successful' : 'Payment Processing'
    case 'error':
      return 'Funds Not Added'
    default:
      return state satisfies never
  }
}

/** The Add Funds dialog: draws the state of the flow and turns what the member does into its events. */
export default function FundsDialog({ flow }: { flow: FundsFlow }) {
  const state = useStore(flow.store)
  const formId = useId()
  const options = usePaymentOptions()
  useHoldUpdates(state.step !== 'closed')
  if (state.step === 'closed') return null
  return (
    <Dialog
      open
      onClose={() => flow.dispatch({ type: 'closed' })}
      title={titleOf(state)}
      // Waiting for the outcome is part of the processing: the focus stays.
      step={state.step === 'settling' ? 'processing' : state.step}
      busy={state.step === 'processing'}
      footer={<FundsFooter flow={flow} state={state} formId={formId} />}
    >
      <Step flow={flow} state={state} formId={formId} options={options} />
    </Dialog>
  )
}

function Step({
  flow,
  state,
  formId,
  options,
}: {
  flow: FundsFlow
  state: OpenState
  formId: string
  options: PaymentOptions | null
}) {
  switch (state.step) {
    case 'method':
      return <MethodStep flow={flow} />
    case 'amount':
      return <AmountStep flow={flow} state={state} formId={formId} options={options} />
    case 'bank_details':
      return <BankStep flow={flow} state={state} formId={formId} options={options} />
    case 'transfer_details':
      return <TransferStep flow={flow} state={state} formId={formId} />
    case 'processing':
    case 'settling':
      return <ProcessingStep intent={state.intent} />
    case 'confirming':
      return <ConfirmingStep flow={flow} question={state.question} />
    case 'checking':
      return <CheckingStep intent={state.intent} mayRetry={state.mayRetry} />
    case 'success':
      return <SuccessStep intent={state.intent} receipt={state.receipt} />
    case 'error':
      return <ErrorStep message={state.message} reason={state.reason} />
    default:
      return state satisfies never
  }
}
