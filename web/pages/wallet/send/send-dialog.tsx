import { useEffect } from 'react'
import { FlowDialog } from '../../../flow/flow-dialog.tsx'
import { FormButtons } from '../../../flow/form-buttons.tsx'
import type { FlowView } from '../../../flow/flow-view.ts'
import { useToast } from '../../../ui/toast.tsx'
import { amountText } from './amount-text.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { DetailsStep } from './details-step.tsx'
import type { SendFlow } from './flow.ts'
import type { Form, Intent, Receipt } from './machine.ts'
import { SuccessStep, toText } from './success-step.tsx'
import { VARIANTS } from './variants.ts'
import { t } from '../../../texts/texts.ts'

const sumOf = ({ draft: { amount, currency } }: Intent) => amountText(amount, currency)

const viewOf = (flow: SendFlow): FlowView<Intent, Receipt, Form> => ({
  title: (state) => {
    switch (state.step) {
      case 'details':
      case 'looking_up':
        return VARIANTS[state.draft.variant].title
      case 'review':
        return t('Confirm Transfer')
      case 'processing':
        return t('Processing Transfer')
      case 'success':
        return t('Transfer Sent')
      case 'error':
        return t('Transfer Failed')
      default:
        return state satisfies never
    }
  },
  // The lookup of the recipient shows the same form, so the focus stays.
  focusStep: (step) => (step === 'looking_up' ? 'details' : step),
  offline: t('You are offline. Sending money needs a connection; what you typed is kept.'),
  form: (state, formId) => <DetailsStep flow={flow} state={state} formId={formId} />,
  formButtons: (state, formId, offline) => (
    <FormButtons
      back={t('Cancel')}
      onBack={() => flow.dispatch({ type: 'closed' })}
      formId={formId}
      busy={state.step === 'looking_up'}
      disabled={offline || !VARIANTS[state.draft.variant].isReady(state.draft)}
    />
  ),
  review: {
    draw: (intent) => <ConfirmStep intent={intent} />,
    unsent: t('Nothing was sent'),
    confirm: () => ({ label: t('Send Transfer') }),
  },
  processing: (intent) => (
    <>
      <output className="block">
        {t('Sending {intent}. This takes a moment.', { intent: sumOf(intent) })}
      </output>
      <p className="text-muted">{toText(intent)}</p>
    </>
  ),
  checking: (intent) => ({
    what: `${sumOf(intent)} · ${toText(intent)}`,
    waiting: t(
      'The answer to your transfer was lost. We are asking the server what became of it. Please don’t send it anew.',
    ),
    denied: t(
      'The server has not received this transfer and no money has moved. You can send it again: it cannot be paid twice.',
    ),
    discard: t('Don’t send'),
    again: t('Send again'),
  }),
  receipt: (intent, receipt) => <SuccessStep intent={intent} receipt={receipt} />,
  untouched: t('No money has left your wallet.'),
})

/** The dialog for all send forms. */
export default function SendDialog({ flow }: { flow: SendFlow }) {
  useTokenToasts(flow)
  return <FlowDialog flow={flow} view={viewOf(flow)} />
}

/** A toast also shows the result of a token transfer, as in the token panel. */
const useTokenToasts = (flow: SendFlow): void => {
  const toast = useToast()
  useEffect(
    () =>
      flow.store.subscribe((state, before) => {
        if (state.step === before.step || !('intent' in state)) return
        const { draft } = state.intent
        if (draft.variant !== 'token') return
        if (state.step === 'success')
          toast({
            tone: 'credit',
            title: t('Successfully transferred {amount} YUT tokens!', { amount: draft.amount }),
          })
        if (state.step === 'error')
          toast({ tone: 'debit', title: state.failure.reason ?? state.failure.message })
      }),
    [flow, toast],
  )
}
