import { useState } from 'react'
import { useConnectivity } from '../../data/connectivity.ts'
import { refreshBook } from '../../data/contacts.ts'
import { useOutbox } from '../../data/outbox.ts'
import { insist, undo } from '../../data/outbox-sending.ts'
import type { Waiting } from '../../data/outbox-model.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { t } from '../../texts/texts.ts'

/** Changes made offline that wait to be sent; no card is shown when there are none. */
export default function OutboxPanel() {
  const waiting = useOutbox().filter(({ sent }) => !sent)
  const offline = useConnectivity() === 'offline'
  const [message, setMessage] = useState('')
  const drop = async ({ place, title }: Waiting) => {
    const dropped = await undo(place)
    setMessage(
      dropped > 1
        ? t('{title}: taken back, with {later, plural, one {# later change} other {# later changes}}.', {
            title,
            later: dropped - 1,
          })
        : t('{title}: taken back.', { title }),
    )
    await refreshBook()
  }
  return (
    <>
      {waiting.length > 0 && (
        <Card title={t('Waiting to be sent')}>
          <div className="grid gap-3">
            <p className="text-sm text-muted">
              {offline
                ? t(
                    'These changes are on this device only. They are sent in this order when you are back online.',
                  )
                : t('These changes are sent in this order. What could not be done waits for your decision.')}
            </p>
            <ol aria-label={t('Waiting changes')} className="grid divide-y divide-line">
              {waiting.map((entry) => (
                <Line
                  key={entry.place}
                  entry={entry}
                  offline={offline}
                  onDrop={() => void drop(entry)}
                  onInsist={() => void insist(entry.place)}
                />
              ))}
            </ol>
          </div>
        </Card>
      )}
      <output className="sr-only">{message}</output>
    </>
  )
}

function Line({
  entry: { title, problem, createdAt, change },
  offline,
  onDrop,
  onInsist,
}: {
  entry: Waiting
  offline: boolean
  onDrop: () => void
  onInsist: () => void
}) {
  const which = <VisuallyHidden> {title}</VisuallyHidden>
  const isSave = change.kind === 'save_contact' || change.kind === 'save_circle'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <bdi translate="yes" className="font-semibold wrap-anywhere">
          {title}
        </bdi>
        {problem !== null && <p className="text-sm font-medium text-warning wrap-anywhere">{problem}</p>}
        <p className="text-sm text-muted">
          <RelativeTime at={createdAt} />
        </p>
      </div>
      <div className="flex gap-2">
        {problem !== null && isSave && (
          <Button variant="secondary" size="sm" disabled={offline} onClick={onInsist}>
            {t('Keep mine')}
            {which}
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={onDrop}>
          <span>{problem === null ? t('Undo') : t('Drop mine')}</span>
          {which}
        </Button>
      </div>
    </li>
  )
}
