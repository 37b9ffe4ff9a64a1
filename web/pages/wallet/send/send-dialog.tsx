import { useEffect, useId } from 'react'
import { useStore } from 'zustand'
import { useHoldUpdates } from '../../../app/updates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { DetailsStep } from './details-step.tsx'
import type { SendFlow } from './flow.ts'
import type { SendState } from './machine.ts'
import { CheckingStep, ErrorStep, ProcessingStep, SuccessStep } from './outcome-steps.tsx'
import { SendFooter } from './send-footer.tsx'
import { VARIANTS } from './variants.ts'

export type OpenState = Exclude<SendState, { step: 'closed' }>

const TITLES: Readonly<Record<Exclude<OpenState['step'], 'details' | 'looking_up'>, string>> = {
  confirm: 'Confirm Transfer',
  processing: 'Processing Transfer',
  checking: 'Checking what happened',
  success: 'Transfer Sent',
  error: 'Transfer Failed',
}

const titleOf = (state: OpenState): string =>
  state.step === 'details' || state.step === 'looking_up'
    ? VARIANTS[state.draft.variant].title
    : TITLES[state.step]

/** The dialog that sends, by whichever form: draws the state of the flow and turns what the member does into its events. */
export default function SendDialog({ flow }: { flow: SendFlow }) {
  const state = useStore(flow.store)
  const formId = useId()
  useHoldUpdates(state.step !== 'closed')
  useTokenToasts(flow)
  if (state.step === 'closed') return null
  return (
    <Dialog
      open
      onClose={() => flow.dispatch({ type: 'closed' })}
      title={titleOf(state)}
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

/** As specified for the token panel: what came of a token transfer is said in a toast too. */
const useTokenToasts = (flow: SendFlow): void => {
  const toast = useToast()
  useEffect(
    () =>
      flow.store.subscribe((state, before) => {
        if (state.step === before.step || !('intent' in before)) return
        const { draft } = before.intent
        if (draft.variant !== 'token') return
        if (state.step === 'success')
          toast({ tone: 'credit', title: `Successfully transferred ${draft.amount} YUT tokens!` })
        if (state.step === 'error') toast({ tone: 'debit', title: state.message })
      }),
    [flow, toast],
  )
}
