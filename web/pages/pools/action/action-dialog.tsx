import { POOL_CENTS } from '../../../../api/contract/limits.ts'
import { carriedOut } from '../../../flow/carried-out.tsx'
import { FormButtons } from '../../../flow/form-buttons.tsx'
import { FlowDialog } from '../../../flow/flow-dialog.tsx'
import type { FlowView } from '../../../flow/flow-view.ts'
import { LeaveButton } from '../../../ui/button.tsx'
import type { Draft } from './actions.ts'
import { AmountStep } from './amount-step.tsx'
import { centsOf } from './amounts.ts'
import { CreateStep } from './create-step.tsx'
import type { PoolFlow, StepProps } from './flow.ts'
import type { Form, Intent, Result } from './machine.ts'
import { ManageStep } from './manage-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { SettingsStep } from './settings-step.tsx'
import { SuccessStep } from './success-step.tsx'
import { wordsOf } from './words.ts'
import { t } from '../../../texts/texts.ts'

const viewOf = (flow: PoolFlow): FlowView<Intent, Result, Form> => ({
  title: (state) => {
    switch (state.step) {
      case 'managing':
        return t('Manage Portfolio')
      case 'composing':
        return wordsOf(state.draft).title
      case 'review':
      case 'processing':
        return wordsOf(state.intent.action).review
      case 'success':
        return wordsOf(state.intent.action).success
      case 'error':
        return t('That did not work')
      default:
        return state satisfies never
    }
  },
  offline: t('You are offline. This needs a connection; what you entered is kept.'),
  form: (state, formId) =>
    state.step === 'managing' ? (
      <ManageStep flow={flow} pool={state.pool} />
    ) : (
      <FormStep flow={flow} draft={state.draft} problems={state.problems} formId={formId} />
    ),
  formButtons: (state, formId, offline) => (
    <Buttons flow={flow} state={state} formId={formId} offline={offline} />
  ),
  review: {
    draw: ({ action }) => <ReviewStep action={action} />,
    unsent: t('This has not gone through'),
    confirm: ({ action }) => ({ label: wordsOf(action).confirm }),
  },
  ...carriedOut(({ action }) => wordsOf(action).processing),
  receipt: (intent, result) => <SuccessStep intent={intent} result={result} />,
})

/** The dialog of all actions on pools and bills: form, review and receipt. */
export default function PoolActionDialog({ flow }: { flow: PoolFlow }) {
  return <FlowDialog flow={flow} view={viewOf(flow)} />
}

function FormStep({ draft, ...step }: StepProps<Draft>) {
  switch (draft.kind) {
    case 'create':
      return <CreateStep draft={draft} {...step} />
    case 'add':
    case 'withdraw':
      return <AmountStep draft={draft} {...step} />
    case 'settings':
      return <SettingsStep draft={draft} {...step} />
    default:
      return draft satisfies never
  }
}

/** Whether the initial investment is below the minimum of $100, which the field's hint states. */
const isTooLittle = (draft: Draft): boolean =>
  draft.kind === 'create' && (centsOf(draft.initial) ?? 0) < POOL_CENTS.initialMin

function Buttons({
  flow,
  state,
  formId,
  offline,
}: {
  flow: PoolFlow
  state: Form
  formId: string
  offline: boolean
}) {
  const close = () => flow.dispatch({ type: 'closed' })
  if (state.step === 'managing') return <LeaveButton key="close" onClick={close} label={t('Close')} />
  const { draft } = state
  const nested = draft.kind === 'add' || draft.kind === 'withdraw'
  return (
    <FormButtons
      back={nested ? t('Back') : t('Cancel')}
      onBack={nested ? () => flow.dispatch({ type: 'went_back' }) : close}
      formId={formId}
      submit={draft.kind === 'settings' ? t('Save Settings') : t('Continue')}
      disabled={offline || isTooLittle(draft)}
    />
  )
}
