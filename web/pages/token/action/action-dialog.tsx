import { useId } from 'react'
import { useStore } from 'zustand'
import { useHoldUpdates } from '../../../app/updates.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { CheckingButtons, ReviewButtons } from '../../../flow/buttons.tsx'
import { Checking } from '../../../flow/checking.tsx'
import { OfflineReason } from '../../../flow/offline-reason.tsx'
import { Outcome } from '../../../flow/outcome.tsx'
import { ComposeStep } from './compose-step.tsx'
import type { ActionFlow } from './flow.ts'
import type { ActionState } from './machine.ts'
import { ReviewStep } from './review-step.tsx'
import { wordsOf } from './words.ts'

type OpenState = Exclude<ActionState, { step: 'closed' }>

const titleOf = (state: OpenState): string => {
  if (state.step === 'composing') return 'Open a Proposal'
  return state.step === 'checking' ? 'Checking what happened' : wordsOf(state.intent.action).title
}

/** Reviews what a member does with their tokens before it binds, and waits for what comes of it. */
export default function ActionDialog({ flow }: { flow: ActionFlow }) {
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

function Step({ flow, state, formId }: { flow: ActionFlow; state: OpenState; formId: string }) {
  switch (state.step) {
    case 'composing':
      return <ComposeStep flow={flow} draft={state.draft} formId={formId} />
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
    default:
      return state satisfies never
  }
}

function Footer({ flow, state, formId }: { flow: ActionFlow; state: OpenState; formId: string }) {
  const offline = useConnectivity() === 'offline'
  return (
    <>
      {offline && (
        <OfflineReason>You are offline. This needs a connection; what you entered is kept.</OfflineReason>
      )}
      <Buttons flow={flow} state={state} formId={formId} offline={offline} />
    </>
  )
}

function Buttons({
  flow,
  state,
  formId,
  offline,
}: {
  flow: ActionFlow
  state: OpenState
  formId: string
  offline: boolean
}) {
  const close = () => flow.dispatch({ type: 'closed' })
  const confirm = () => flow.dispatch({ type: 'confirmed' })
  switch (state.step) {
    case 'composing':
      return (
        <>
          <Button key="cancel" variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button key="continue" type="submit" form={formId} disabled={offline}>
            Continue
          </Button>
        </>
      )
    case 'review':
    case 'processing':
      return (
        <ReviewButtons
          label={wordsOf(state.intent.action).confirm}
          processing={state.step === 'processing'}
          offline={offline}
          onBack={() => flow.dispatch({ type: 'went_back' })}
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
    default:
      return state satisfies never
  }
}
