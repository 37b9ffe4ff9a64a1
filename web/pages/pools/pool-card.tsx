import { Eye, Settings, Zap } from 'lucide-react'
import type { Pool } from '../../../api/contract/pools.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Progress } from '../../ui/progress.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { Investing } from './action/action-place.tsx'
import { settingsOf } from './action/openings.ts'
import { Cents } from './cents.tsx'
import { directionOf, gainOf, percentText, progressOf } from './figures.ts'
import { SimulatedBadge } from './simulated.tsx'
import { POOL_TYPES, RISK_PROFILES, transactionsText } from './words.ts'
import { percent } from '../../texts/exact-numbers.ts'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'

/** One pool: its value, its returns and its actions. */
export function PoolCard({
  pool,
  investing,
  onDetails,
}: {
  pool: Pool
  investing: Investing
  onDetails: (from: HTMLElement) => void
}) {
  const { pool_name: name, status } = pool
  const open = status === 'open'
  const gain = gainOf(pool)
  const details = {
    label: t('View Details'),
    icon: <Eye />,
    onSelect: onDetails,
  }
  const settings = {
    label: t('Settings'),
    icon: <Settings />,
    onSelect: (from: HTMLElement) => investing.start(from, settingsOf(pool)),
  }
  return (
    <li className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="text-lg font-bold wrap-anywhere">{name}</h3>
          <p className="text-sm text-muted">
            {POOL_TYPES[pool.pool_type]} · {RISK_PROFILES[pool.risk_profile]}
          </p>
          <p className="text-sm text-muted tabular">{transactionsText(pool.transaction_count)}</p>
        </div>
        <div className="-mt-2 -me-2">
          <Menu label={t('Actions for {name}', { name })} items={open ? [details, settings] : [details]} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {!open && <Badge>{t('Closed')}</Badge>}
        {open && pool.auto_bill_payment_enabled && (
          <Badge tone="primary">
            <Zap className="size-3.5" />
            {t('Auto-Pay')}
          </Badge>
        )}
        {pool.simulated && <SimulatedBadge market={pool.market} />}
      </div>
      <div>
        <div className="text-sm text-muted">{open ? t('Current value') : t('Returns in all')}</div>
        <div className="text-3xl font-bold tracking-tight tabular">
          <Cents cents={open ? pool.current_value_cents : pool.total_returns_cents} />
        </div>
        {open && (
          <div className="flex flex-wrap gap-x-2 text-sm tabular">
            <Cents cents={gain.cents} direction={directionOf(gain.cents)} />
            <span className="text-muted">
              {rich('{basisPoints} on {totalInvestedCents} invested', {
                basisPoints: percentText(gain.basisPoints),
                totalInvestedCents: <Cents cents={pool.total_invested_cents} />,
              })}
            </span>
          </div>
        )}
      </div>
      {open && <TargetProgress pool={pool} />}
      <div className="mt-auto grid">
        {open ? (
          <Button
            variant="secondary"
            size="sm"
            onClick={(event) =>
              investing.start(event.currentTarget, { type: 'managed', pool: { id: pool.id, name } })
            }
          >
            {t('Manage Portfolio')}
            <VisuallyHidden> {t('of {name}', { name })}</VisuallyHidden>
          </Button>
        ) : (
          <Button variant="quiet" size="sm" onClick={(event) => onDetails(event.currentTarget)}>
            {t('View Details')}
            <VisuallyHidden> {t('of {name}', { name })}</VisuallyHidden>
          </Button>
        )}
      </div>
    </li>
  )
}

/** Progress towards the pool's target of this month, at most 100 %. */
function TargetProgress({ pool }: { pool: Pool }) {
  const { target_monthly_yield_cents: target, month_yield_cents: month } = pool
  if (target === 0) {
    return (
      <p className="text-sm text-muted">
        {rich('{month} this month, no target', {
          month: <Cents cents={month} direction={directionOf(month)} />,
        })}
      </p>
    )
  }
  const share = progressOf(month, target)
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-3 text-sm tabular">
        <span className="text-muted">
          {rich('{month} of {target} this month', {
            month: <Cents cents={month} direction={directionOf(month)} />,
            target: <Cents cents={target} />,
          })}
        </span>
        <span className="font-semibold">{percent(Math.floor(share * 100))}</span>
      </div>
      <Progress
        label={t('Monthly yield of {poolName} against its target', { poolName: pool.pool_name })}
        value={share}
        tone={share >= 1 ? 'credit' : 'primary'}
      />
    </div>
  )
}
