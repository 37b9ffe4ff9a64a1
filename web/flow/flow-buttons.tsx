import { Button, LeaveButton } from '../ui/button.tsx'
import type { Bound, Keyed, OwnStep } from './machine.ts'
import type { Flow } from './create-flow.ts'
import type { FlowView } from './flow-view.ts'
import { useSeen } from './use-seen.ts'
import { t } from '../texts/texts.ts'

/**
 * The buttons of the common steps. Each has its own React key: a button that turned into another one during a click
 * would trigger that one's action (a submit) too.
 */
export function FlowButtons<Intent extends Keyed, Receipt, Form extends OwnStep, Own>({
  flow,
  view,
  state,
  offline,
}: {
  flow: Flow<Intent, Receipt, Form, Own>
  view: FlowView<Intent, Receipt, Form>
  state: Bound<Intent, Receipt>
  offline: boolean
}) {
  const { intent, step } = state
  // The second click of a double click must not hit the button that binds.
  const seen = useSeen(step === 'review')
  const close = () => flow.dispatch({ type: 'closed' })
  const confirm = () => flow.dispatch({ type: 'confirmed' })
  switch (step) {
    case 'review':
    case 'processing': {
      const processing = step === 'processing'
      if (view.review === null)
        return (
          <Button key="confirm" busy>
            {t('Processing...')}
          </Button>
        )
      const { label, danger = false } = view.review.confirm(intent)
      return (
        <>
          <Button
            key="back"
            variant="secondary"
            disabled={processing}
            onClick={() => flow.dispatch({ type: 'went_back' })}
          >
            {t('Back')}
          </Button>
          <Button
            key="confirm"
            variant={danger ? 'danger' : 'primary'}
            busy={processing}
            disabled={!processing && (offline || !seen)}
            onClick={confirm}
          >
            {processing ? t('Processing...') : label}
          </Button>
        </>
      )
    }
    case 'checking': {
      const { discard, again } = view.checking(intent)
      return state.mayRetry ? (
        <>
          <Button key="discard" variant="secondary" onClick={() => flow.dispatch({ type: 'discarded' })}>
            {discard}
          </Button>
          <Button key="again" disabled={offline} onClick={confirm}>
            {again}
          </Button>
        </>
      ) : (
        <LeaveButton key="leave" onClick={close} label={t('Close')} />
      )
    }
    case 'success':
      return (
        <Button key="done" onClick={close}>
          {t('Done')}
        </Button>
      )
    case 'error':
      return (
        <>
          <LeaveButton key="close" onClick={close} label={t('Close')} />
          <Button
            key="retry"
            onClick={() => flow.dispatch({ type: 'tried_again', newKey: crypto.randomUUID() })}
          >
            {t('Try Again')}
          </Button>
        </>
      )
    default:
      return step satisfies never
  }
}
