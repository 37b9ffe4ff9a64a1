import { useConnectivity } from '../../../data/connectivity.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckingButtons, ReviewButtons } from '../../../flow/buttons.tsx'
import { OfflineReason } from '../../../flow/offline-reason.tsx'
import type { SendFlow } from './flow.ts'
import type { OpenState } from './send-dialog.tsx'
import { VARIANTS } from './variants.ts'

/**
 * The buttons of each step, with the reason where one of them can't be used now. Each has a key of its own: a
 * button that became another one while it is clicked would do the other one's work too (a submit).
 */
export function SendFooter({ flow, state, formId }: { flow: SendFlow; state: OpenState; formId: string }) {
  const offline = useConnectivity() === 'offline'
  const sends = state.step !== 'success' && state.step !== 'error'
  return (
    <>
      {offline && sends && (
        <OfflineReason>
          You are offline. Sending money needs a connection; what you typed is kept.
        </OfflineReason>
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
  flow: SendFlow
  state: OpenState
  formId: string
  offline: boolean
}) {
  const close = () => flow.dispatch({ type: 'closed' })
  const send = () => flow.dispatch({ type: 'sent' })
  switch (state.step) {
    case 'details':
    case 'looking_up':
      return (
        <>
          <Button key="cancel" variant="secondary" onClick={close}>
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
      )
    case 'confirm':
    case 'processing':
      return (
        <ReviewButtons
          label="Send Transfer"
          processing={state.step === 'processing'}
          offline={offline}
          onBack={() => flow.dispatch({ type: 'went_back' })}
          onConfirm={send}
        />
      )
    case 'checking':
      return (
        <CheckingButtons
          mayRetry={state.mayRetry}
          offline={offline}
          discard="Don’t send"
          again="Send again"
          onDiscard={() => flow.dispatch({ type: 'discarded' })}
          onAgain={send}
          onClose={close}
        />
      )
    case 'success':
      return (
        <Button key="done" onClick={close}>
          Done
        </Button>
      )
    case 'error':
      return (
        <>
          <Button key="close" variant="secondary" onClick={close}>
            Close
          </Button>
          <Button key="retry" onClick={() => flow.dispatch({ type: 'tried_again' })}>
            Try Again
          </Button>
        </>
      )
    default:
      return state satisfies never
  }
}
