import { CircleCheck } from 'lucide-react'
import type { TransferRequest } from '../../../api/contract/requests.ts'
import { compareAmounts } from '../../data/amounts.ts'
import { useCached } from '../../data/cached.ts'
import { walletOverview } from '../../data/wallet.ts'
import { Banner } from '../../ui/banner.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { decimalOf, formatMoney } from '../../../api/contract/money.ts'
import { longDate } from '../../ui/time-format.ts'
import { FlowDialog, type FlowView } from '../../flow/flow-dialog.tsx'
import { Outcome } from '../../flow/outcome.tsx'
import { Age } from '../../parts/freshness.tsx'
import { usdOf } from '../wallet/summary.tsx'
import { Amount } from '../../parts/hidden-balances.tsx'
import { atHandle } from '../wallet/words.ts'
import type { AnswerFlow } from './flow.ts'
import type { Action, Answer } from './machine.ts'

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

const view: FlowView<Answer, TransferRequest, never> = {
  title: (state) => {
    switch (state.step) {
      case 'review':
        return REVIEW[state.intent.action].title
      case 'processing':
        return 'Sending your answer'
      case 'success':
        return ENDED[state.receipt.status]
      case 'error':
        return 'That did not work'
      default:
        return state satisfies never
    }
  },
  offline: ({ step }) =>
    step === 'review' || step === 'checking'
      ? 'You are offline. Answering a request needs a connection.'
      : null,
  form: (none) => none,
  formButtons: (none) => none,
  review: {
    draw: (answer) => <Review answer={answer} />,
    unsent: 'Your answer was not sent',
    confirm: ({ action }) => ({ label: REVIEW[action].button, danger: action !== 'approve' }),
  },
  going: () => <output className="block">This takes a moment.</output>,
  checking: ({ request }) => ({
    what: moneyOf(request),
    waiting: 'The reply to your answer was lost. We are asking the server how the request stands.',
    denied:
      'The server has not received your answer; the request is still open. You can send it again: it cannot happen twice.',
    discard: 'Don’t send',
    again: 'Send again',
  }),
  receipt: ({ action }, request) => <Done request={request} action={action} />,
}

/** Reviews an answer before it binds, and shows what came of it. */
export default function AnswerDialog({ flow }: { flow: AnswerFlow }) {
  return <FlowDialog flow={flow} view={view} />
}

function Review({ answer }: { answer: Answer }) {
  const { request, action } = answer
  const wallet = useCached(walletOverview)
  const balance = wallet.value === null ? null : usdOf(wallet.value)
  const short = action === 'approve' && balance !== null && compareAmounts(balance, amountOf(request)) < 0
  const outgoing = action === 'cancel'
  const name = outgoing ? request.sender_name : request.requester_name
  const handle = outgoing ? request.sender_handle : request.requester_handle
  return (
    <>
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
          <bdi className="block">{atHandle(handle)}</bdi>
        </Fact>
        {request.message !== null && request.message !== '' && <Fact name="Message">{request.message}</Fact>}
        {action === 'approve' && (
          <>
            <Fact name="From your USD balance">
              {balance === null ? 'Not known' : <Amount amount={balance} currency="USD" />}
              <span className="block text-end">
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
    </>
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
