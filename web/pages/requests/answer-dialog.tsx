import { CircleCheck } from 'lucide-react'
import { useCallback } from 'react'
import { memberOperations } from '../../../api/contract/members.ts'
import type { TransferRequest } from '../../../api/contract/requests.ts'
import { personText } from '../../../api/contract/person.ts'
import { compareAmounts } from '../../data/amounts.ts'
import { balanceIn } from '../../data/balance.ts'
import { useCached } from '../../data/cached.ts'
import { call } from '../../data/client.ts'
import { payerOf, requesterOf } from './people.ts'
import { useAsync } from '../../data/use-async.ts'
import { walletOverview } from '../../data/wallet.ts'
import { Banner } from '../../ui/banner.tsx'
import { Fact, Facts, Headline } from '../../ui/facts.tsx'
import { longDate } from '../../ui/time-format.ts'
import { FlowDialog } from '../../flow/flow-dialog.tsx'
import type { FlowView } from '../../flow/flow-view.ts'
import { Outcome } from '../../flow/outcome.tsx'
import { Receipt } from '../../flow/receipt.tsx'
import { Age } from '../../parts/freshness.tsx'
import { Amount } from '../../parts/hidden-balances.tsx'
import { PersonLines } from '../person-lines.tsx'
import { Resemblance } from '../../parts/resemblance.tsx'
import { atHandle } from '../../parts/at-handle.ts'
import type { Action, Answer, AnswerFlow } from './flow.ts'
import { amountOf, moneyOf, outcomeText } from './words.ts'
import { t } from '../../texts/texts.ts'

const REVIEW: Readonly<Record<Action, { readonly title: string; readonly button: string }>> = {
  approve: { title: t('Approve Request'), button: t('Approve & Pay') },
  decline: { title: t('Decline Request'), button: t('Decline Request') },
  cancel: { title: t('Cancel Request'), button: t('Cancel Request') },
}

const ENDED: Readonly<Record<TransferRequest['status'], string>> = {
  pending: t('Request Open'),
  approved: t('Request Approved'),
  completed: t('Request Approved'),
  declined: t('Request Declined'),
  cancelled: t('Request Cancelled'),
  expired: t('Request Expired'),
  failed: t('Request Failed'),
  unfamiliar: t('Request Answered'),
}

const view: FlowView<Answer, TransferRequest, never> = {
  title: (state) => {
    switch (state.step) {
      case 'review':
        return REVIEW[state.intent.action].title
      case 'processing':
        return t('Sending your answer')
      case 'success':
        return ENDED[state.receipt.status]
      case 'error':
        return t('That did not work')
      default:
        return state satisfies never
    }
  },
  offline: t('You are offline. Answering a request needs a connection.'),
  review: {
    draw: (answer) => <Review answer={answer} />,
    unsent: t('Your answer was not sent'),
    confirm: ({ action }) => ({ label: REVIEW[action].button, danger: action !== 'approve' }),
  },
  processing: () => <output className="block">{t('This takes a moment.')}</output>,
  checking: ({ request }) => ({
    what: moneyOf(request),
    waiting: t('The reply to your answer was lost. We are asking the server how the request stands.'),
    denied: t(
      'The server has not received your answer; the request is still open. You can send it again: it cannot happen twice.',
    ),
    discard: t('Don’t send'),
    again: t('Send again'),
    saysFailure: true,
  }),
  receipt: ({ action }, request) => <Done request={request} action={action} />,
}

/** Review of an answer before it is sent, and its result. */
export default function AnswerDialog({ flow }: { flow: AnswerFlow }) {
  return <FlowDialog flow={flow} view={view} />
}

function Review({ answer }: { answer: Answer }) {
  const { request, action } = answer
  const wallet = useCached(walletOverview)
  const balance = wallet.value === null ? null : balanceIn(wallet.value, 'USD')
  const short = action === 'approve' && balance !== null && compareAmounts(balance, amountOf(request)) < 0
  const outgoing = action === 'cancel'
  const person = outgoing ? payerOf(request) : requesterOf(request)
  const name = personText(person)
  return (
    <>
      <Headline
        name={
          { approve: t('You pay'), decline: t('You don’t pay'), cancel: t('You no longer ask for') }[action]
        }
      >
        {moneyOf(request)}
      </Headline>
      {short && (
        <Banner tone="warning" title={t('Your balance is too low')}>
          {t('Add funds first; the request stays open until {expiresAt}.', {
            expiresAt: longDate(Date.parse(request.expires_at)),
          })}
        </Banner>
      )}
      {action === 'approve' && <PayeeCheck handle={person.handle} />}
      <Facts>
        <Fact name={outgoing ? t('Asked of') : action === 'approve' ? t('To') : t('Asked by')}>
          <PersonLines {...person} />
        </Fact>
        {request.message !== null && request.message !== '' && (
          <Fact name={t('Message')}>{request.message}</Fact>
        )}
        {action === 'approve' && (
          <>
            <Fact name={t('From your USD balance')}>
              {balance === null ? <span>{t('Not known')}</span> : <Amount amount={balance} currency="USD" />}
              <span className="block text-end">
                <Age {...wallet} />
              </span>
            </Fact>
            <Fact name={t('Fee')}>{t('Free')}</Fact>
          </>
        )}
      </Facts>
      <p className="text-sm text-muted">
        {
          {
            approve: t('The money is sent at once. Transfers cannot be taken back.'),
            decline: t('{name} is told that you declined. You cannot change your answer later.', { name }),
            cancel: t('{name} can no longer approve it. You can ask anew at any time.', { name }),
          }[action]
        }
      </p>
    </>
  )
}

/** Asks the server whether the member who is to be paid could be taken for somebody else. */
function PayeeCheck({ handle }: { handle: string }) {
  const look = useCallback(
    async (signal: AbortSignal) =>
      (await call(memberOperations.lookupMember, { query: { identifier: atHandle(handle) }, signal })).data,
    [handle],
  )
  const { value } = useAsync(look)
  return value && <Resemblance payee={value} />
}

function Done({ request, action }: { request: TransferRequest; action: Action }) {
  const { status } = request
  const paid = status === 'completed' || status === 'approved'
  const name = personText(action === 'cancel' ? payerOf(request) : requesterOf(request))
  return (
    <>
      <Outcome icon={<CircleCheck className={`size-12 ${paid ? 'text-credit' : 'text-primary'}`} />}>
        <p className="text-lg font-semibold">{outcomeText(request, action, name)}</p>
        <output className="block text-muted">
          {status === 'approved'
            ? t('The payment is on its way.')
            : status === 'completed'
              ? t('The transfer has arrived')
              : t('No money was moved.')}
        </output>
      </Outcome>
      {request.transfer_id !== null && (
        <Receipt idName={t('Transfer ID')} id={request.transfer_id}>
          <Fact name={t('Fee')}>{t('Free')}</Fact>
        </Receipt>
      )}
    </>
  )
}
