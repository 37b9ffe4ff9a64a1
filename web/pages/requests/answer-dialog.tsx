import { CircleCheck, CircleX } from 'lucide-react'
import { useStore } from 'zustand'
import type { TransferRequest } from '../../../api/contract/requests.ts'
import { useHoldUpdates } from '../../app/updates.ts'
import { compareAmounts, decimalOf } from '../../data/amounts.ts'
import { useCached } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { walletOverview } from '../../data/wallet.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { formatMoney } from '../../ui/money-format.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { longDate } from '../../ui/time-format.ts'
import { CheckingButtons } from '../../flow/buttons.tsx'
import { Checking } from '../../flow/checking.tsx'
import { DoneButton, FailedButtons } from '../../flow/end-buttons.tsx'
import { OfflineReason } from '../../flow/offline-reason.tsx'
import { Outcome } from '../../flow/outcome.tsx'
import { useSeen } from '../../flow/use-seen.ts'
import { Age } from '../../parts/freshness.tsx'
import { usdOf } from '../wallet/summary.tsx'
import { Amount } from '../../parts/hidden-balances.tsx'
import { atHandle } from '../wallet/words.ts'
import { FAILED } from './answer.ts'
import type { AnswerFlow } from './flow.ts'
import type { Action, Answer, AnswerState } from './machine.ts'

type OpenState = Exclude<AnswerState, { step: 'closed' }>

const REVIEW: Readonly<Record<Action, { readonly title: string; readonly button: string }>> = {
  approve: { title: 'Approve Request', button: 'Approve & Pay' },
  decline: { title: 'Decline Request', button: 'Decline Request' },
  cancel: { title: 'Cancel Request', button: 'Cancel Request' },
}

const ENDED: Readonly<Record<TransferRequest['status'], string>> = {
  pending: 'Request Open',
  approved: 'Request Approved',
  completed: 'Request Approved',
  declined: 'Request Declined',
  cancelled: 'Request Cancelled',
  expired: 'Request Expired',
  failed: 'Request Failed',
}

const amountOf = ({ amount }: TransferRequest): string => decimalOf(BigInt(amount), 2)
const moneyOf = (request: TransferRequest): string => formatMoney(amountOf(request), 'USD')

const titleOf = (state: OpenState): string => {
  switch (state.step) {
    case 'review':
      return REVIEW[state.answer.action].title
    case 'processing':
      return 'Sending your answer'
    case 'checking':
      return 'Checking what happened'
    case 'success':
      return ENDED[state.request.status]
    case 'error':
      return 'That did not work'
    default:
      return state satisfies never
  }
}

/** Reviews an answer before it binds, and shows what came of it. */
export default function AnswerDialog({ flow }: { flow: AnswerFlow }) {
  const state = useStore(flow.store)
  useHoldUpdates(state.step !== 'closed')
  if (state.step === 'closed') return null
  return (
    <Dialog
      open
      onClose={() => flow.dispatch({ type: 'closed' })}
      title={titleOf(state)}
      step={state.step}
      busy={state.step === 'processing'}
      footer={<Footer flow={flow} state={state} />}
    >
      <Step state={state} />
    </Dialog>
  )
}

function Step({ state }: { state: OpenState }) {
  switch (state.step) {
    case 'review':
      return <Review answer={state.answer} problem={state.problem} />
    case 'processing':
      return (
        <Outcome icon={<Spinner className="text-4xl text-primary" />}>
          <output className="block">This takes a moment.</output>
        </Outcome>
      )
    case 'checking':
      return (
        <Checking
          what={moneyOf(state.answer.request)}
          mayRetry={state.mayRetry}
          waiting="The reply to your answer was lost. We are asking the server how the request stands."
          denied="The server has not received your answer; the request is still open. You can send it again: it cannot happen twice."
        />
      )
    case 'success':
      return <Done request={state.request} action={state.answer.action} />
    case 'error':
      return (
        <Outcome icon={<CircleX className="size-12 text-debit" />}>
          <div role="alert" className="grid gap-1">
            <p className="text-lg font-semibold">{FAILED[state.answer.action]}</p>
            {state.reason !== null && <p className="max-w-sm">{state.reason}</p>}
          </div>
        </Outcome>
      )
    default:
      return state satisfies never
  }
}

function Review({ answer, problem }: { answer: Answer; problem: string | null }) {
  const { request, action } = answer
  const wallet = useCached(walletOverview)
  const balance = wallet.value === null ? null : usdOf(wallet.value)
  const short = action === 'approve' && balance !== null && compareAmounts(balance, amountOf(request)) < 0
  const outgoing = action === 'cancel'
  const name = outgoing ? request.sender_name : request.requester_name
  const handle = outgoing ? request.sender_handle : request.requester_handle
  return (
    <div className="grid gap-4 pb-2">
      {problem !== null && (
        <Banner tone="debit" live="alert" title="Your answer was not sent">
          {problem}
        </Banner>
      )}
      <div className="rounded-control bg-sunken py-5 text-center">
        <div className="text-sm text-muted">
          {{ approve: 'You pay', decline: 'You don’t pay', cancel: 'You no longer ask for' }[action]}
        </div>
        <div className="text-4xl font-bold tracking-tight tabular">{moneyOf(request)}</div>
      </div>
      {short && (
        <Banner tone="warning" title="Your balance is too low">
          Add funds first; the request stays open until {longDate(Date.parse(request.expires_at))}.
        </Banner>
      )}
      <Facts>
        <Fact name={outgoing ? 'Asked of' : action === 'approve' ? 'To' : 'Asked by'}>
          <span className="block font-bold">{name}</span>
          <span className="block">{atHandle(handle)}</span>
        </Fact>
        {request.message !== null && request.message !== '' && <Fact name="Message">{request.message}</Fact>}
        {action === 'approve' && (
          <>
            <Fact name="From your USD balance">
              {balance === null ? 'Not known' : <Amount amount={balance} currency="USD" />}
              <span className="block text-right">
                <Age state={wallet.state} asOf={wallet.asOf} />
              </span>
            </Fact>
            <Fact name="Fee">Free</Fact>
          </>
        )}
      </Facts>
      <p className="text-sm text-muted">
        {
          {
            approve: 'The money is sent at once. Transfers cannot be taken back.',
            decline: `${name} is told that you declined. You cannot change your answer later.`,
            cancel: `${name} can no longer approve it. You can ask anew at any time.`,
          }[action]
        }
      </p>
    </div>
  )
}

function Done({ request, action }: { request: TransferRequest; action: Action }) {
  const { status } = request
  const paid = status === 'completed' || status === 'approved'
  const name = action === 'cancel' ? request.sender_name : request.requester_name
  return (
    <>
      <Outcome icon={<CircleCheck className={`size-12 ${paid ? 'text-credit' : 'text-primary'}`} />}>
        <p className="text-lg font-semibold">
          {paid && action !== 'cancel' ? `${moneyOf(request)} sent to ${name}` : moneyOf(request)}
        </p>
        <output className="block text-muted">
          {status === 'approved' ? 'The payment is on its way.' : ENDED[status]}
        </output>
      </Outcome>
      {request.transfer_id !== null && (
        <section aria-label="Receipt" className="mb-2 rounded-control bg-sunken px-4 py-1">
          <Facts>
            <Fact name="Fee">Free</Fact>
            <Fact name="Transfer ID">
              <span className="font-mono text-xs break-all">{request.transfer_id}</span>
            </Fact>
          </Facts>
        </section>
      )}
    </>
  )
}

function Footer({ flow, state }: { flow: AnswerFlow; state: OpenState }) {
  const offline = useConnectivity() === 'offline'
  const seen = useSeen(state.step === 'review')
  const close = () => flow.dispatch({ type: 'closed' })
  const agree = () => flow.dispatch({ type: 'agreed' })
  const { button } = REVIEW[state.answer.action]
  switch (state.step) {
    case 'review':
    case 'processing':
      return (
        <>
          {offline && state.step === 'review' && (
            <OfflineReason>You are offline. Answering a request needs a connection.</OfflineReason>
          )}
          <Button key="back" variant="secondary" disabled={state.step === 'processing'} onClick={close}>
            Back
          </Button>
          <Button
            key="agree"
            variant={state.answer.action === 'approve' ? 'primary' : 'danger'}
            busy={state.step === 'processing'}
            disabled={state.step === 'review' && (offline || !seen)}
            onClick={agree}
          >
            {state.step === 'processing' ? 'Processing...' : button}
          </Button>
        </>
      )
    case 'checking':
      return (
        <CheckingButtons
          mayRetry={state.mayRetry}
          offline={offline}
          discard="Don’t send"
          again="Send again"
          onDiscard={close}
          onAgain={agree}
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
