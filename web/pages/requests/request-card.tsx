import { decimalOf } from '../../../api/contract/money.ts'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import type { TransferRequest } from '../../../api/contract/requests.ts'
import { type Person, personText } from '../../../api/contract/person.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { payerOf, requesterOf } from './people.ts'
import type { Direction } from '../../data/requests.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { BlockButton } from '../../parts/block-button.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { longDate } from '../../ui/time-format.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { Amount } from '../../parts/hidden-balances.tsx'
import type { Action } from './flow.ts'
import { Row } from '../../ui/row.tsx'
import { quoted } from '../../texts/quoted.ts'
import { t } from '../../texts/texts.ts'

/** Label and tone of each final status. */
const ENDED: Readonly<
  Record<Exclude<TransferRequest['status'], 'pending'>, { readonly word: string; readonly tone: Tone }>
> = {
  approved: { word: t('Approved'), tone: 'credit' },
  completed: { word: t('Paid'), tone: 'credit' },
  declined: { word: t('Declined'), tone: 'neutral' },
  cancelled: { word: t('Cancelled'), tone: 'neutral' },
  expired: { word: t('Expired'), tone: 'neutral' },
  failed: { word: t('Failed'), tone: 'debit' },
  unfamiliar: { word: t('Unknown'), tone: 'neutral' },
}

export function RequestCard({
  request,
  direction,
  onAnswer,
}: {
  request: TransferRequest
  direction: Direction
  onAnswer: (action: Action) => void
}) {
  const incoming = direction === 'incoming'
  const person = incoming ? requesterOf(request) : payerOf(request)
  return (
    <li
      id={`request-${request.id}`}
      className="grid scroll-mt-20 gap-3 rounded-control border border-line px-4 py-3 target:border-selected"
    >
      <Row
        Icon={incoming ? ArrowUpRight : ArrowDownLeft}
        title={
          incoming
            ? t('{name} asks you', { name: person.name })
            : t('You asked {name}', { name: person.name })
        }
        amount={
          <span className="font-semibold">
            <Amount amount={decimalOf(BigInt(request.amount), 2)} currency="USD" />
          </span>
        }
      >
        <div className="text-sm text-muted">
          {person.handle !== '' && (
            <bdi translate="no" className="wrap-anywhere">
              @{person.handle} ·{' '}
            </bdi>
          )}
          <RelativeTime at={request.created_at} />
        </div>
        {request.message !== null && request.message !== '' && (
          <p className="mt-1 text-[0.9375rem] wrap-anywhere">{quoted(request.message)}</p>
        )}
      </Row>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <State request={request} incoming={incoming} />
        {request.status === 'pending' && <Answers person={person} incoming={incoming} onAnswer={onAnswer} />}
      </div>
    </li>
  )
}

function State({ request, incoming }: { request: TransferRequest; incoming: boolean }) {
  if (request.status === 'pending') {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        {!incoming && <Badge tone="warning">{t('Awaiting response')}</Badge>}
        <span>{t('Expires {expiresAt}', { expiresAt: longDate(Date.parse(request.expires_at)) })}</span>
      </span>
    )
  }
  const { word, tone } = ENDED[request.status]
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
      {incoming && <span>{t('Responded')}</span>}
      <Badge tone={tone}>{word}</Badge>
      {request.answered_at !== null && <RelativeTime at={request.answered_at} />}
    </span>
  )
}

function Answers({
  person,
  incoming,
  onAnswer,
}: {
  person: Person
  incoming: boolean
  onAnswer: (action: Action) => void
}) {
  const offline = useConnectivity() === 'offline'
  const name = personText(person)
  const whose = (
    <VisuallyHidden>
      {' '}
      {t('the request {incoming}', {
        incoming: incoming ? t('of {name}', { name }) : t('to {name}', { name }),
      })}
    </VisuallyHidden>
  )
  if (!incoming) {
    return (
      <Button variant="secondary" size="sm" disabled={offline} onClick={() => onAnswer('cancel')}>
        {t('Cancel')}
        {whose}
      </Button>
    )
  }
  return (
    <>
      <span className="ms-auto -me-3 sm:me-0">
        <BlockButton person={person} />
      </span>
      <span className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button variant="secondary" size="sm" disabled={offline} onClick={() => onAnswer('decline')}>
          {t('Decline')}
          {whose}
        </Button>
        <Button size="sm" disabled={offline} onClick={() => onAnswer('approve')}>
          {t('Approve')}
          {whose}
        </Button>
      </span>
    </>
  )
}
