import { lazy, Suspense, useRef, useState } from 'react'
import type { TransferRequest } from '../../../api/contract/requests.ts'
import { type ListView, useList } from '../../data/cached.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { type Direction, incomingRequests, outgoingRequests } from '../../data/requests.ts'
import { Card } from '../../ui/card.tsx'
import type { FlowMember } from '../../flow/create-flow.ts'
import { useFlow } from '../../flow/flow-place.tsx'
import { Age } from '../../parts/freshness.tsx'
import { type Action, type AnswerFlow, answerFlowOf } from './flow.ts'
import { RequestCard } from './request-card.tsx'
import { useLocation } from '../../parts/router.ts'
import { useNamedPart } from '../../parts/use-named-part.ts'
import { MoreButton } from '../../parts/more-button.tsx'
import { t } from '../../texts/texts.ts'

const AnswerDialog = lazy(() => import('./answer-dialog.tsx'))

/** Requests shown at first, for each direction. */
const SHOWN = 3

/** Requests for money to and from the member; nothing when there are none. */
export function TransferRequests({ member }: { member: FlowMember }) {
  const incoming = useList(incomingRequests)
  const outgoing = useList(outgoingRequests)
  const panel = useRef<HTMLDivElement>(null)
  // An answered request loses its buttons, so the focus moves to the panel.
  const { flow, open } = useFlow(answerFlowOf(member), panel)
  const offline = useConnectivity() === 'offline'
  const some = incoming.rows.length + outgoing.rows.length > 0
  useNamedPart(some)
  const pending = [...incoming.rows, ...outgoing.rows].some(({ status }) => status === 'pending')
  return (
    <>
      {some && (
        <Card title={t('Transfer Requests')} aside={<Age {...incoming} />}>
          <div ref={panel} tabIndex={-1} className="grid gap-5">
            {offline && pending && (
              <output className="block text-sm font-medium text-warning">
                {t('You are offline. Answering a request needs a connection.')}
              </output>
            )}
            <Requests direction="incoming" title={t('To you')} list={incoming} flow={flow} />
            <Requests direction="outgoing" title={t('By you')} list={outgoing} flow={flow} />
          </div>
        </Card>
      )}
      {open && (
        <Suspense>
          <AnswerDialog flow={flow} />
        </Suspense>
      )}
    </>
  )
}

function Requests({
  direction,
  title,
  list,
  flow,
}: {
  direction: Direction
  title: string
  list: ListView<TransferRequest>
  flow: AnswerFlow
}) {
  const [all, setAll] = useState(false)
  const { hash } = useLocation()
  if (list.rows.length === 0) return null
  // Pending requests are always shown, and the one that the address names.
  const shown = list.rows.filter(
    ({ id, status }, place) => all || place < SHOWN || status === 'pending' || hash === `#request-${id}`,
  )
  const folded = shown.length < list.rows.length
  const answer = (request: TransferRequest) => (action: Action) =>
    flow.dispatch({ type: 'reviewed', intent: { request, action, key: crypto.randomUUID() } })
  const more = async () => {
    setAll(true)
    if (!folded) await list.loadMore()
  }
  return (
    <div className="grid gap-3">
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      <ul
        aria-label={direction === 'incoming' ? t('Requests to you') : t('Requests by you')}
        className="grid gap-3"
      >
        {shown.map((request) => (
          <RequestCard key={request.id} request={request} direction={direction} onAnswer={answer(request)} />
        ))}
      </ul>
      {(folded || list.hasMore) && (
        <div>
          <MoreButton variant="quiet" size="sm" className="-ms-3" load={more}>
            {t('Show older requests')}
          </MoreButton>
        </div>
      )}
    </div>
  )
}
