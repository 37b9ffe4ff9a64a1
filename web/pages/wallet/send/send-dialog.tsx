import { useId } from 'react'
import { useStore } from 'zustand'
import { useHoldUpdates } from '../../../app/updates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { DetailsStep } from './details-step.tsx'
import type { SendFlow } from './flow.ts'
import type { SendState } from './machine.ts'
import { CheckingStep, ErrorStep, ProcessingStep, SuccessStep } from './outcome-steps.tsx'
import { SendFooter } from './send-footer.tsx'

export type OpenState = Exclude<SendState, { step: 'closed' }>

const TITLES: Readonly<Record<OpenState['step'], string>> = {
  details: 'Send Funds',
  looking_up: 'Send Funds',
  confirm: 'Confirm Transfer',
  processing: 'Processing Transfer',
  checking: 'Checking what happened',
  success: 'Transfer Sent',
  error: 'Transfer Failed',
}

/** The Send Funds dialog: draws the state of the flow and turns what the member does into its events. */
export default function SendDialog({ flow }: { flow: SendFlow }) {
  const state = useStore(flow.store)
  const formId = useId()
  useHoldUpdates(state.step !== 'closed')
  if (state.step === 'closed') return null
  return (
    <Dialog
      open
      onClose={() => flow.dispatch({ type: 'closed' })}
      title={TITLES[state.step]}
      // Looking up the recipient is part of the details: the focus stays in the form.
      step={state.step === 'looking_up' ? 'details' : state.step}
      busy={state.step === 'processing'}
      footer={<SendFooter flow={flow} state={state} formId={formId} />}
    >
      <Step flow={flow} state={state} formId={formId} />
    </Dialog>
  )
}

function Step({ flow, state, formId }: { flow: SendFlow; state: OpenState; formId: string }) {
  switch (state.step) {
    case 'details':
    case 'looking_up':
      return <DetailsStep flow={flow} state={state} formId={formId} />
    case 'confirm':
      return <ConfirmStep intent={state.intent} problem={state.problem} />
    case 'processing':
      return <ProcessingStep intent={state.intent} />
    case 'checking':
      return <CheckingStep intent={state.intent} mayRetry={state.mayRetry} />
    case 'success':
      return <SuccessStep intent={state.intent} receipt={state.receipt} />
    case 'error':
      return <ErrorStep message={state.message} />
    default:
      return state satisfies never
  }
}
