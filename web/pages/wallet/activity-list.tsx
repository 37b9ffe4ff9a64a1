import { clsx } from 'clsx'
import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleEllipsis,
  Gift,
  Landmark,
  Lock,
  LockOpen,
  Percent,
  PiggyBank,
  ReceiptText,
  Sparkles,
  Sprout,
  Undo2,
  Wallet,
} from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import type { Activity } from '../../../api/contract/wallet.ts'
import { useList } from '../../data/cached.ts'
import { withdrawals } from '../../data/withdrawals.ts'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../parts/router.ts'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/row.tsx'
import { longMonth } from '../../ui/time-format.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { quoted } from '../../texts/quoted.ts'
import { t } from '../../texts/texts.ts'
import { interestMonthIn, type InterestMonth } from './interest-months.ts'
import { MovementAmount } from './activity/movement-amount.tsx'
import { TONES } from './activity/look.ts'
import { withdrawalOf } from './withdraw/of-movement.ts'
import { STATE_TONES, stateText } from './withdraw/words.ts'
import { stateWord, titleOf } from './words.ts'

const ICONS: Readonly<Record<Activity['kind'], typeof Wallet>> = {
  wallet_opened: Wallet,
  treasury_account_opened: Landmark,
  deposit: PiggyBank,
  deposit_reversed: Undo2,
  transfer_sent: ArrowUpRight,
  transfer_received: ArrowDownLeft,
  transfer_returned: Undo2,
  yut_grant: Sparkles,
  interest: Percent,
  stake: Lock,
  unstake: LockOpen,
  rewards_claimed: Gift,
  pool_contribution: Sprout,
  pool_contribution_returned: Undo2,
  pool_proceeds: Sprout,
  bill_payment: ReceiptText,
  withdrawal: Landmark,
  withdrawal_returned: Undo2,
  withdrawal_cancelled: Undo2,
  withdrawal_fee_returned: Undo2,
  unfamiliar: CircleEllipsis,
}

/** Lines of activity, newest first; a month's interest is one. Those in `arrived` are highlighted briefly. */
export function ActivityList({
  label,
  rows,
  most,
  arrived,
}: {
  label: string
  rows: readonly Activity[]
  /** Number of lines shown. */
  most?: number
  arrived?: ReadonlySet<string>
}) {
  const lines = useMemo(
    () => rows.slice(0, most).map((row) => ({ row, interest: interestMonthIn(row) })),
    [rows, most],
  )
  const isNew = (row: Activity) => arrived?.has(row.id) === true
  return (
    <ul aria-label={label} className="grid divide-y divide-line">
      {lines.map(({ row, interest }) =>
        interest === null ? (
          <ActivityLine key={row.id} activity={row} isNew={isNew(row)} />
        ) : (
          <InterestLine key={interest.month} interest={interest} isNew={isNew(row)} />
        ),
      )}
    </ul>
  )
}

/** The look of a line; one that has just arrived is highlighted briefly. */
const lineClass = (isNew: boolean): string =>
  clsx(
    'py-3 first:pt-0 last:pb-0',
    isNew && 'animate-arrive rounded-control motion-reduce:animate-none motion-reduce:bg-credit-soft',
  )

/** A month's interest as one line; each day's on request. */
function InterestLine({
  interest: { row, month, days },
  isNew,
}: {
  interest: InterestMonth
  isNew: boolean
}) {
  const [open, setOpen] = useState(false)
  const name = longMonth(month)
  return (
    <li className={lineClass(isNew)}>
      <Row
        Icon={ICONS.interest}
        title={t('Interest in {month}', { month: name })}
        amount={<MovementAmount of={row} />}
      >
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <RelativeTime at={row.occurred_at} />
          <span>{' · '}</span>
          <span>{t('{count} days', { count: days.length })}</span>
          <Button variant="quiet" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('Each day')}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </div>
        {open && (
          <ul
            aria-label={t('Interest in {month}', { month: name })}
            className="mt-2 grid divide-y divide-line"
          >
            {days.map((day) => (
              <ActivityLine key={day.id} activity={day} isNew={false} />
            ))}
          </ul>
        )}
      </Row>
    </li>
  )
}

/** How a withdrawal stands now, if this device knows it. */
function WithdrawalBadge({ of }: { of: Activity }) {
  const withdrawal = withdrawalOf(of, useList(withdrawals).rows)
  return withdrawal && <Badge tone={STATE_TONES[withdrawal.state]}>{stateText(withdrawal)}</Badge>
}

/** Leads to the page of the movement wherever it is tapped. */
const ActivityLine = memo(function ActivityLine({ activity, isNew }: { activity: Activity; isNew: boolean }) {
  const { id, kind, message, status, occurred_at: at } = activity
  return (
    <li className={clsx(lineClass(isNew), 'relative')}>
      <Row
        Icon={ICONS[kind]}
        title={
          <Link
            to={`/wallet/activity/${id}`}
            className="after:absolute after:inset-0 after:rounded-control hover:underline"
          >
            {titleOf(activity)}
          </Link>
        }
        amount={<MovementAmount of={activity} />}
      >
        {message !== null && <p className="line-clamp-2 text-[0.9375rem] wrap-anywhere">{quoted(message)}</p>}
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <span className="relative">
            <RelativeTime at={at} />
          </span>
          {kind === 'withdrawal' && <WithdrawalBadge of={activity} />}
          {status !== 'completed' && kind !== 'withdrawal' && (
            <Badge tone={TONES[status]}>{stateWord(status)}</Badge>
          )}
        </div>
      </Row>
    </li>
  )
})
