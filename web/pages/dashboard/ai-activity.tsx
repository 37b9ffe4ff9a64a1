import { Bell, Bot, CircleAlert, CircleCheck, Lightbulb, type LucideIcon } from 'lucide-react'
import { bills } from '../../data/bills.ts'
import { useList } from '../../data/cached.ts'
import { telecomActivity } from '../../data/devices.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { Age, NeverLoaded } from '../../parts/freshness.tsx'
import { type FeedEntry, feedOf } from './feed.ts'
import { Row, RowsSkeleton } from '../../ui/row.tsx'
import { t } from '../../texts/texts.ts'

const SHOWN = 5
const ICONS: Readonly<Record<FeedEntry['kind'], LucideIcon>> = {
  paid: CircleCheck,
  not_paid: CircleAlert,
  insight: Lightbulb,
  alert: Bell,
}

/** Recent results of auto-pay and of the rules on the member's usage. */
export function AiActivity({ onBill }: { onBill: (id: string, from: HTMLElement) => void }) {
  const billed = useList(bills)
  const telecom = useList(telecomActivity)
  const known = billed.asOf !== null || telecom.asOf !== null
  const never = !known && billed.state === 'never' && telecom.state === 'never'
  const feed = feedOf(billed.rows, telecom.rows, SHOWN)
  return (
    <Card title={t('AI Activity')} aside={<Age {...billed} />} aria-busy={!known}>
      {never && <NeverLoaded what={t('activity')} {...billed} />}
      {!known && !never && <RowsSkeleton lines={3} />}
      {known && feed.length === 0 && (
        <EmptyState icon={<Bot />} title={t('Nothing has happened by itself yet')}>
          {t('What auto-pay pays and what the rules over your usage notice will show here.')}
        </EmptyState>
      )}
      <ul aria-label={t('AI activity')} className="grid divide-y divide-line">
        {feed.map((entry) => (
          <Line key={entry.id} entry={entry} onBill={onBill} />
        ))}
      </ul>
    </Card>
  )
}

function Line({
  entry: { kind, text, at, bill },
  onBill,
}: {
  entry: FeedEntry
  onBill: (id: string, from: HTMLElement) => void
}) {
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <Row Icon={ICONS[kind]}>
        <p className="text-[0.9375rem] wrap-anywhere">{text}</p>
        <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <RelativeTime at={at} />
          {bill !== null && (
            <Button
              variant="quiet"
              size="sm"
              className="-my-1"
              onClick={(event) => onBill(bill, event.currentTarget)}
            >
              {t('See the bill')}
            </Button>
          )}
        </div>
      </Row>
    </li>
  )
}
