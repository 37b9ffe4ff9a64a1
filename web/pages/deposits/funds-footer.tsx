import { useConnectivity } from '../../data/connectivity.ts'
import { Button } from '../../ui/button.tsx'
import { CheckingButtons } from '../../flow/buttons.tsx'
import { DoneButton, FailedButtons } from '../../flow/end-buttons.tsx'
import { OfflineReason } from '../../flow/offline-reason.tsx'
import { cardCost, mayContinue } from './amount.ts'
import type { FundsFlow } from './flow.ts'
import type { OpenState } from './funds-dialog.tsx'

/** Whether leaving the step by its main button asks the server for something that binds. */
const submits = (state: OpenState): boolean =>
  state.step === 'bank_details' ||
  state.step === 'transfer_details' ||
  (state.step === 'amount' && state.draft.method === 'card') ||
  state.step === 'confirming' ||
  (state.step === 'checking' && state.mayRetry)

/**
 * The buttons of each step, with the reason where one of them can't be used now. Each has a key of its own: a
 * button that became another one while it is clicked would do the other one's work too (a submit).
 */
export function FundsFooter({ flow, state, formId }: { flow: FundsFlow; state: OpenState; formId: string }) {
  const offline = useConnectivity() === 'offline'
  return (
    <>
      {offline && submits(state) && (
        <OfflineReason>
          You are offline. Adding funds needs a connection; the amount and the person you typed are kept.
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
  flow: FundsFlow
  state: OpenState
  formId: string
  offline: boolean
}) {
  const close = () => flow.dispatch({ type: 'closed' })
  const back = (
    <Button key="back" variant="secondary" onClick={() => flow.dispatch({ type: 'went_back' })}>
      Back
    </Button>
  )
  switch (state.step) {
    case 'method':
      return (
        <Button key="cancel" variant="secondary" onClick={close}>
          Cancel
        </Button>
      )
    case 'amount': {
      const cost = state.draft.method === 'card' ? cardCost(state.draft.amount) : null
      return (
        <>
          {cost !== null && mayContinue(state.draft.amount) && (
            <p id={`${formId}-binds`} className="w-full flex-none! text-sm text-muted">
              Continue charges {cost.total} to the card.
            </p>
          )}
          {back}
          <Button
            key="continue"
            type="submit"
            form={formId}
            aria-describedby={cost === null ? undefined : `${formId}-binds`}
            disabled={!mayContinue(state.draft.amount) || (offline && submits(state))}
          >
            Continue
          </Button>
        </>
      )
    }
    case 'bank_details':
      return (
        <>
          {back}
          <Button key="transfer" type="submit" form={formId} disabled={offline}>
            Start Transfer
          </Button>
        </>
      )
    case 'transfer_details':
      return (
        <>
          {back}
          <Button key="request" type="submit" form={formId} disabled={offline}>
            Send Request
          </Button>
        </>
      )
    case 'processing':
      return (
        <Button key="busy" busy>
          Processing...
        </Button>
      )
    case 'checking':
      return (
        <CheckingButtons
          mayRetry={state.mayRetry}
          offline={offline}
          discard="Don’t submit"
          again="Submit again"
          onDiscard={() => flow.dispatch({ type: 'discarded' })}
          onAgain={() => flow.dispatch({ type: 'retried' })}
          onClose={close}
        />
      )
    case 'settling':
    case 'confirming':
      // What is begun goes on without the dialog; the deposits show what becomes of it.
      return (
        <Button key="leave" variant="secondary" onClick={close}>
          Close
        </Button>
      )
    case 'success':
      return <DoneButton onClose={close} />
    case 'error':
      return <FailedButtons onClose={close} onTryAgain={() => flow.dispatch({ type: 'tried_again' })} />
    default:
      return state satisfies never
  }
}
