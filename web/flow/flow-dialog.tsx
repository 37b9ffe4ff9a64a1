import { CircleX, SearchCheck } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import { useStore } from 'zustand'
import { useHoldUpdates } from '../parts/updates.ts'
import { useConnectivity } from '../data/connectivity.ts'
import { Problem } from '../ui/problem.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type Bound, type Failure, isBound, isClosed, type Keyed, type OwnStep } from './machine.ts'
import type { Flow } from './create-flow.ts'
import { FlowButtons } from './flow-buttons.tsx'
import type { FlowView } from './flow-view.ts'
import { OfflineReason } from '../parts/offline-reason.tsx'
import { Outcome } from './outcome.tsx'
import { t } from '../texts/texts.ts'

/** The dialog of a flow: renders its state and dispatches the member's actions as events. */
export function FlowDialog<Intent extends Keyed, Receipt, Form extends OwnStep, Own>({
  flow,
  view,
}: {
  flow: Flow<Intent, Receipt, Form, Own>
  view: FlowView<Intent, Receipt, Form>
}) {
  const state = useStore(flow.store)
  const opening = useStore(flow.openings)
  const formId = useId()
  const offline = useConnectivity() === 'offline'
  useHoldUpdates(state.step !== 'closed')
  if (isClosed(state)) return null
  const { needsConnection = ({ step }) => step !== 'success' && step !== 'error' } = view
  return (
    <Dialog
      onClose={() => flow.dispatch({ type: 'closed' })}
      entries={0}
      title={titleOf(view, state)}
      step={view.focusStep?.(state.step) ?? state.step}
      busy={state.step === 'processing'}
      footer={
        <>
          {offline && needsConnection(state) && <OfflineReason>{view.offline}</OfflineReason>}
          {isBound(state) ? (
            <FlowButtons flow={flow} view={view} state={state} offline={offline} />
          ) : (
            view.formButtons?.(state, formId, offline)
          )}
        </>
      }
    >
      {isBound(state) ? (
        <Step view={view} state={state} />
      ) : (
        <Fragment key={opening}>{view.form?.(state, formId)}</Fragment>
      )}
    </Dialog>
  )
}

const titleOf = <Intent, Receipt, Form extends OwnStep>(
  view: FlowView<Intent, Receipt, Form>,
  state: Form | Bound<Intent, Receipt>,
): string => {
  if (!isBound(state)) return view.title(state)
  return state.step === 'checking' ? t('Checking what happened') : view.title(state)
}

function Step<Intent, Receipt, Form extends OwnStep>({
  view,
  state,
}: {
  view: FlowView<Intent, Receipt, Form>
  state: Bound<Intent, Receipt>
}) {
  const { intent } = state
  switch (state.step) {
    case 'review':
      return (
        <div className="grid gap-4 pb-2">
          <Problem title={view.review?.unsent ?? ''}>{state.problem}</Problem>
          {view.review?.draw(intent)}
        </div>
      )
    case 'processing':
      return <Processing>{view.processing(intent)}</Processing>
    case 'checking':
      return <Checking {...view.checking(intent)} mayRetry={state.mayRetry} failed={state.failed} />
    case 'success':
      return view.receipt(intent, state.receipt)
    case 'error':
      return (
        <Outcome icon={<CircleX className="size-12 text-debit" />}>
          <Reason {...state.failure} untouched={view.untouched} />
        </Outcome>
      )
    default:
      return state satisfies never
  }
}

/** Content while a request is under way. */
export function Processing({ children }: { children: ReactNode }) {
  return <Outcome icon={<Spinner className="text-4xl text-primary" />}>{children}</Outcome>
}

/** Content after a lost response: what was sent, and what is being done about it. */
function Checking({
  what,
  mayRetry,
  waiting,
  denied,
  saysFailure = false,
  failed,
}: {
  what: ReactNode
  mayRetry: boolean
  waiting: string
  denied: string
  saysFailure?: boolean
  failed: string | undefined
}) {
  return (
    <Outcome
      icon={
        mayRetry ? (
          <SearchCheck className="size-10 text-warning" />
        ) : (
          <Spinner className="text-4xl text-primary" />
        )
      }
    >
      {saysFailure && failed !== undefined && (
        <p role="alert" className="text-lg font-semibold">
          {failed}
        </p>
      )}
      <p className="font-semibold">{what}</p>
      <output className="block max-w-sm text-muted">{mayRetry ? denied : waiting}</output>
    </Outcome>
  )
}

function Reason({ message, reason, untouched }: Failure & { untouched: string | undefined }) {
  if (untouched !== undefined)
    return (
      <>
        <p role="alert" className="text-lg font-semibold">
          {reason ?? message}
        </p>
        <p className="text-muted">{untouched}</p>
      </>
    )
  return (
    <div role="alert" className="grid gap-1">
      <p className="text-lg font-semibold">{message}</p>
      {reason !== null && reason !== message && <p className="max-w-sm">{reason}</p>}
    </div>
  )
}
