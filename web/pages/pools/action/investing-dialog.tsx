import { useId } from 'react'
import { useStore } from 'zustand'
import { POOL_INITIAL_CENTS_MIN } from '../../../../api/contract/pools.ts'
import { useHoldUpdates } from '../../../app/updates.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { CheckingButtons, ReviewButtons } from '../../../flow/buttons.tsx'
import { Checking } from '../../../flow/checking.tsx'
import { DoneButton, FailedButtons } from '../../../flow/end-buttons.tsx'
import { OfflineReason } from '../../../flow/offline-reason.tsx'
import { Outcome } from '../../../flow/outcome.tsx'
import type { Draft } from './actions.ts'
import { AmountStep } from './amount-step.tsx'
import { centsOf } from './amounts.ts'
import { CreateStep } from './create-step.tsx'
import type { InvestingFlow } from './flow.ts'
import type { ActionState, Problems } from './machine.ts'
import { ManageStep } from './manage-step.tsx'
import { ErrorStep, SuccessStep } from './outcome-steps.tsx'
import { ReviewStep } from './review-step.tsx'
import { SettingsStep } from './settings-step.tsx'
import { wordsOf } from './words.ts'

type OpenState = Exclude<ActionState, { step: 'closed' }>

const titleOf = (state: OpenState): string => {
  switch (state.step) {
    case 'managing':
      return 'Manage Portfolio'
    case 'composing':
      return wordsOf(state.draft).title
    case 'review':
    case 'processing':
      return wordsOf(state.intent.action).review
    case 'checking':
      return 'Checking what happened'
    case 'success':
      return wordsOf(state.intent.action).success
    case 'error':
      return 'That did not work'
    default:
      return state satisfies never
  }
}

/** Everything that is done to pools and bills: forms, reviews before what binds, and what came of it. */
export default function InvestingDialog({ flow }: { flow: InvestingFlow }) {
  const state = useStore(flow.store)
  const formId = useId()
  useHoldUpdates(state.step !== 'closed')
  if (state.step === 'closed') return null
  return (
    <Dialog
      open
      onClose={() => flow.dispatch({ type: 'closed' })}
      title={titleOf(state)}
      step={state.step}
      busy={state.step === 'processing'}
      footer={<Footer flow={flow} state={state} formId={formId} />}
    >
      <Step flow={flow} state={state} formId={formId} />
    </Dialog>
  )
}

function Step({ flow, state, formId }: { flow: InvestingFlow; state: OpenState; formId: string }) {
  switch (state.step) {
    case 'managing':
      return <ManageStep flow={flow} pool={state.pool} />
    case 'composing':
      return <Form flow={flow} draft={state.draft} problems={state.problems} formId={formId} />
    case 'review':
      return <ReviewStep intent={state.intent} problem={state.problem} />
    case 'processing':
      return (
        <Outcome icon={<Spinner className="text-4xl text-primary" />}>
          <output className="block">{wordsOf(state.intent.action).going}. This takes a moment.</output>
        </Outcome>
      )
    case 'checking':
      return (
        <Checking
          what={wordsOf(state.intent.action).going}
          mayRetry={state.mayRetry}
          waiting="The answer was lost. We are asking the server what became of it. Please don’t do it anew."
          denied="The server has not finished this. You can do it again: it is done once at most."
        />
      )
    case 'success':
      return <SuccessStep intent={state.intent} result={state.result} />
    case 'error':
      return <ErrorStep action={state.intent.action} message={state.message} />
    default:
      return state satisfies never
  }
}

function Form({
  flow,
  draft,
  problems,
  formId,
}: {
  flow: InvestingFlow
  draft: Draft
  problems: Problems
  formId: string
}) {
  switch (draft.kind) {
    case 'create':
      return <CreateStep flow={flow} draft={draft} problems={problems} formId={formId} />
    case 'add':
    case 'withdraw':
      return <AmountStep flow={flow} draft={draft} problems={problems} formId={formId} />
    case 'settings':
      return <SettingsStep flow={flow} draft={draft} problems={problems} formId={formId} />
    default:
      return draft satisfies never
  }
}

function Footer({ flow, state, formId }: { flow: InvestingFlow; state: OpenState; formId: string }) {
  const offline = useConnectivity() === 'offline'
  const over = state.step === 'success' || state.step === 'error'
  return (
    <>
      {offline && !over && (
        <OfflineReason>You are offline. This needs a connection; what you entered is kept.</OfflineReason>
      )}
      <Buttons flow={flow} state={state} formId={formId} offline={offline} />
    </>
  )
}

/** As specified: a pool cannot be created below $100. The hint of its field says so. */
const isTooLittle = (draft: Draft): boolean =>
  draft.kind === 'create' && (centsOf(draft.initial) ?? 0) < POOL_INITIAL_CENTS_MIN

function Buttons({
  flow,
  state,
  formId,
  offline,
}: {
  flow: InvestingFlow
  state: OpenState
  formId: string
  offline: boolean
}) {
  const close = () => flow.dispatch({ type: 'closed' })
  const confirm = () => flow.dispatch({ type: 'confirmed' })
  const back = () => flow.dispatch({ type: 'went_back' })
  switch (state.step) {
    case 'managing':
      return (
        <Button key="close" variant="secondary" onClick={close}>
          Close
        </Button>
      )
    case 'composing': {
      const { draft } = state
      const nested = draft.kind === 'add' || draft.kind === 'withdraw'
      return (
        <>
          <Button key="back" variant="secondary" onClick={nested ? back : close}>
            {nested ? 'Back' : 'Cancel'}
          </Button>
          <Button key="continue" type="submit" form={formId} disabled={offline || isTooLittle(draft)}>
            {draft.kind === 'settings' ? 'Save Settings' : 'Continue'}
          </Button>
        </>
      )
    }
    case 'review':
    case 'processing':
      return (
        <ReviewButtons
          label={wordsOf(state.intent.action).confirm}
          processing={state.step === 'processing'}
          offline={offline}
          onBack={back}
          onConfirm={confirm}
        />
      )
    case 'checking':
      return (
        <CheckingButtons
          mayRetry={state.mayRetry}
          offline={offline}
          discard="Don’t do it"
          again="Do it again"
          onDiscard={() => flow.dispatch({ type: 'discarded' })}
          onAgain={confirm}
          onClose={close}
        />
      )
    case 'success':
      return <DoneButton onClose={close} />
    case 'error':
      return (
        <FailedButtons
          onClose={close}
          onTryAgain={() => flow.dispatch({ type: 'tried_again', newKey: crypto.randomUUID() })}
        />
      )
    default:
      return state satisfies never
  }
}
