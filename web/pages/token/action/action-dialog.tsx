import { carriedOut } from '../../../flow/carried-out.tsx'
import { FlowDialog } from '../../../flow/flow-dialog.tsx'
import { FormButtons } from '../../../flow/form-buttons.tsx'
import type { FlowView } from '../../../flow/flow-view.ts'
import { ComposeStep } from './compose-step.tsx'
import type { ActionFlow } from './flow.ts'
import type { Composing, Intent, Paid } from './machine.ts'
import { ReviewStep } from './review-step.tsx'
import { wordsOf } from './words.ts'
import { t } from '../../../texts/texts.ts'

const viewOf = (flow: ActionFlow): FlowView<Intent, Paid, Composing> => ({
  title: (state) => (state.step === 'composing' ? t('Open a Proposal') : wordsOf(state.intent.action).title),
  offline: t('You are offline. This needs a connection; what you entered is kept.'),
  form: (state, formId) => <ComposeStep flow={flow} draft={state.draft} formId={formId} />,
  formButtons: (_state, formId, offline) => (
    <FormButtons
      back={t('Cancel')}
      onBack={() => flow.dispatch({ type: 'closed' })}
      formId={formId}
      disabled={offline}
    />
  ),
  review: {
    draw: (intent) => <ReviewStep action={intent.action} />,
    unsent: t('Nothing was sent'),
    confirm: ({ action }) => ({ label: wordsOf(action).confirm }),
  },
  ...carriedOut(({ action }) => wordsOf(action).processing),
  // No receipt: the dialog closes with the outcome, which the panel shows.
  receipt: () => null,
})

/** Review of a token action before it is sent, and its progress. */
export default function ActionDialog({ flow }: { flow: ActionFlow }) {
  return <FlowDialog flow={flow} view={viewOf(flow)} />
}
