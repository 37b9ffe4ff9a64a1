import { isPositive, plainAmount } from '../../../data/amounts.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { Button } from '../../../ui/button.tsx'
import type { SendFlow } from './flow.ts'
import type { Draft } from './machine.ts'
import type { OpenState } from './send-dialog.tsx'

/** As specified: recipient and amount are present and the amount is above zero. */
const isReady = ({ to, amount }: Draft): boolean => to.trim() !== '' && isPositive(plainAmount(amount))

/** The buttons of each step, with the reason where one of them can't be used now. */
export function SendFooter({ flow, state, formId }: { flow: SendFlow; state: OpenState; formId: string }) {
  const offline = useConnectivity() === 'offline'
  const sends = state.step !== 'success' && state.step !== 'error'
  return (
    <>
      {offline && sends && (
        <output className="block flex-none! basis-full text-sm font-medium text-warning">
          You are offline. Sending money needs a connection; what you typed is kept.
        </output>
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
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            busy={state.step === 'looking_up'}
            disabled={offline || !isReady(state.draft)}
          >
            Continue
          </Button>
        </>
      )
    case 'confirm':
    case 'processing':
      return (
        <>
          <Button
            variant="secondary"
            disabled={state.step === 'processing'}
            onClick={() => flow.dispatch({ type: 'went_back' })}
          >
            Back
          </Button>
          <Button
            busy={state.step === 'processing'}
            disabled={offline && state.step === 'confirm'}
            onClick={send}
          >
            {state.step === 'processing' ? 'Processing...' : 'Send Transfer'}
          </Button>
        </>
      )
    case 'checking':
      return state.mayRetry ? (
        <>
          <Button variant="secondary" onClick={() => flow.dispatch({ type: 'discarded' })}>
            Don’t send
          </Button>
          <Button disabled={offline} onClick={send}>
            Send again
          </Button>
        </>
      ) : (
        <Button variant="secondary" onClick={close}>
          Close
        </Button>
      )
    case 'success':
      return <Button onClick={close}>Done</Button>
    case 'error':
      return (
        <>
          <Button variant="secondary" onClick={close}>
            Close
          </Button>
          <Button onClick={() => flow.dispatch({ type: 'tried_again' })}>Try Again</Button>
        </>
      )
    default:
      return state satisfies never
  }
}
