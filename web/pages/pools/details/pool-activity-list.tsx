import {
  ArrowDownToLine,
  ArrowUpFromLine,
  CircleEllipsis,
  Coins,
  type LucideIcon,
  PiggyBank,
  ReceiptText,
  Target,
  Undo2,
  XCircle,
  Zap,
  ZapOff,
} from 'lucide-react'
import { useMemo } from 'react'
import type { PoolActivity } from '../../../../api/contract/pools.ts'
import { useList } from '../../../data/cached.ts'
import { poolActivity } from '../../../data/pools.ts'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../parts/relative-time.tsx'
import { Age, NotYet } from '../../../parts/freshness.tsx'
import { Cents } from '../cents.tsx'
import { directionOf } from '../figures.ts'
import { detailOf, isMovement, meaningOf, titleOf } from './activity-words.ts'
import { LoadMore } from '../../../parts/more-button.tsx'
import { Row, RowsSkeleton } from '../../../ui/row.tsx'
import { t } from '../../../texts/texts.ts'

const ICONS: Readonly<Record<PoolActivity['kind'], LucideIcon>> = {
  created: PiggyBank,
  contribution: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  dividend: Coins,
  bill_payment: ReceiptText,
  bill_payment_returned: Undo2,
  auto_pay_on: Zap,
  auto_pay_off: ZapOff,
  target_changed: Target,
  closed: XCircle,
  unfamiliar: CircleEllipsis,
}

/** All activity of a pool, newest first. */
export function PoolActivityList({ id, onBill }: { id: string; onBill: (bill: string) => void }) {
  const list = useList(useMemo(() => poolActivity(id), [id]))
  return (
    <section aria-labelledby="pool-activity" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="pool-activity" className="font-bold">
          {t('Activity')}
        </h3>
        <Age {...list} />
      </div>
      <NotYet what={t('activity')} {...list}>
        <RowsSkeleton lines={3} />
      </NotYet>
      {list.asOf !== null && list.rows.length === 0 && (
        <p className="text-muted">{t('Nothing has happened yet.')}</p>
      )}
      {list.rows.length > 0 && (
        <ul aria-label={t('Pool activity')} className="grid divide-y divide-line">
          {list.rows.map((row) => (
            <Line key={row.id} activity={row} onBill={onBill} />
          ))}
        </ul>
      )}
      {list.hasMore && <LoadMore load={list.loadMore} />}
    </section>
  )
}

function Line({ activity, onBill }: { activity: PoolActivity; onBill: (bill: string) => void }) {
  const { kind, amount_cents: amount, bill_id: bill, occurred_at: at } = activity
  const detail = detailOf(activity)
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <Row
        Icon={ICONS[kind]}
        title={titleOf(activity)}
        amount={
          amount !== null &&
          isMovement(activity) && (
            <Cents cents={amount} direction={directionOf(amount)} meaning={meaningOf(kind)} />
          )
        }
      >
        {detail !== null && <p className="text-sm text-muted tabular">{detail}</p>}
        <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <RelativeTime at={at} />
          {bill !== null && (
            <Button variant="quiet" size="sm" className="-my-1" onClick={() => onBill(bill)}>
              {t('See the bill')}
            </Button>
          )}
        </div>
      </Row>
    </li>
  )
}
