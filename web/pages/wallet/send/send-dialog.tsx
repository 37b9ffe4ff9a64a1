import { useEffect } from 'react'
import { FlowDialog, type FlowView } from '../../../flow/flow-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { amountText } from './amount-text.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { DetailsStep } from './details-step.tsx'
import type { SendFlow } from './flow.ts'
import type { Form, Intent, Receipt } from './machine.ts'
import { SuccessStep, toText } from './success-step.tsx'
import { VARIANTS } from './variants.ts'

const sumOf = ({ draft: { amount, currency } }: Intent) => amountText(amount, currency)

const viewOf = (flow: SendFlow): FlowView<Intent, Receipt, Form> => ({
  title: (state) => {
    switch (state.step) {
      case 'details':
      case 'looking_up':
        return VARIANTS[state.draft.variant].title
      case 'review':
        return 'Confirm Transfer'
      case 'processing':
        return 'Processing Transfer'
      case 'success':
        return 'Transfer Sent'
      case 'error':
        return 'Transfer Failed'
      default:
        return state satisfies never
    }
  },
  // Looking up the recipient is part of the details: the focus stays in the form.
  focusStep: (step) => (step === 'looking_up' ? 'details' : step),
  offline: ({ step }) =>
    step === 'success' || step === 'error'
      ? null
      : 'You are offline. Sending money needs a connection; what you typed is kept.',
  form: (state, formId) => <DetailsStep flow={flow} state={state} formId={formId} />,
  formButtons: (state, formId, offline) => (
    <>
      <Button key="cancel" variant="secondary" onClick={() => flow.dispatch({ type: 'closed' })}>
        Cancel
      </Button>
      <Button
        key="continue"
        type="submit"
        form={formId}
        busy={state.step === 'looking_up'}
        disabled={offline || !VARIANTS[state.draft.variant].isReady(state.draft)}
      >
        Continue
      </Button>
    </>
  ),
  review: {
    draw: (intent) => <ConfirmStep intent={intent} />,
    unsent: 'Nothing was sent',
    confirm: () => ({ label: 'Send Transfer' }),
  },
  going: (intent) => (
    <>
      <output className="block">Sending {sumOf(intent)}. This takes a moment.</output>
      <p className="text-muted">{toText(intent)}</p>
    </>
  ),
  checking: (intent) => ({
    what: `${sumOf(intent)} · ${toText(intent)}`,
    waiting:
      'The answer to your transfer was lost. We are asking the server what became of it. Please don’t send it anew.',
    denied:
      'The server has not received this transfer and no money has moved. You can send it again: it cannot be paid twice.',
    discard: 'Don’t send',
    again: 'Send again',
  }),
  receipt: (intent, receipt) => <SuccessStep intent={intent} receipt={receipt} />,
  failure: ({ message, reason }) => (
    <>
      <p role="alert" className="text-lg font-semibold">
        {reason ?? message}
      </p>
      <p className="text-muted">No money has left your wallet.</p>
    </>
  ),
})

/** The dialog that sends, by whichever form. */
export default function SendDialog({ flow }: { flow: SendFlow }) {
  useTokenToasts(flow)
  return <FlowDialog flow={flow} view={viewOf(flow)} />
}

/** As specified for the token panel: what came of a token transfer is said in a toast too. */
const useTokenToasts = (flow: SendFlow): void => {
  const toast = useToast()
  useEffect(
    () =>
      flow.store.subscribe((state, before) => {
        if (state.step === before.step || !('intent' in state)) return
        const { draft } = state.intent
        if (draft.variant !== 'token') return
        if (state.step === 'success')
          toast({ tone: 'credit', title: `Successfully transferred ${draft.amount} YUT tokens!` })
        if (state.step === 'error')
          toast({ tone: 'debit', title: state.failure.reason ?? state.failure.message })
      }),
    [flow, toast],
  )
}
