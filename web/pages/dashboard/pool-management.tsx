import { dollars } from '../../texts/money.ts'
import { ArrowRight, Smartphone, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Pool } from '../../../api/contract/pools.ts'
import { Link } from '../../parts/router.ts'
import { type CachedView, useCached } from '../../data/cached.ts'
import { subscriber } from '../../data/devices.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NotYet } from '../../parts/freshness.tsx'
import { Cents } from '../pools/cents.tsx'
import { directionOf, gainOf, percentText, progressOf } from '../pools/figures.ts'
import { MarketClosed, useMarket } from '../pools/market.tsx'
import { SimulatedBadge } from '../pools/simulated.tsx'
import { POOL_TYPES } from '../pools/words.ts'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'

/** The services that pools pay for, and the open pools. */
export function PoolManagement({
  pools,
  onCreate,
}: {
  pools: CachedView<Pool[]>
  onCreate: (from: HTMLElement) => void
}) {
  const { value } = pools
  const active = value?.filter(({ status }) => status === 'open') ?? []
  const market = useMarket()
  const isClosed = market !== null && market.closed !== null
  return (
    <Card
      title={t('Pool Management')}
      aside={
        <Link to="/investments" className="flex min-h-11 items-center text-sm font-semibold text-link">
          {t('All pools')}
        </Link>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <DevicesCard />
          <ServiceCard
            icon={<Zap />}
            title={t('Energy Service')}
            badge={<Badge>{t('Coming Soon')}</Badge>}
            text={t('Waitlist open: launching Q2 2024')}
          />
        </div>
        <section aria-labelledby="active-pools" className="grid grid-cols-1 gap-3">
          <h3 id="active-pools" className="font-bold">
            {t('Active Pools')}
          </h3>
          <NotYet what={t('pools')} {...pools}>
            <Skeleton className="h-24 w-full rounded-control!" />
          </NotYet>
          {value !== null && active.length === 0 && (
            <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-sunken px-4 py-3">
              <p className="text-[0.9375rem] text-muted">{t('No Youtility Pools Yet')}</p>
              <Button size="sm" disabled={isClosed} onClick={(event) => onCreate(event.currentTarget)}>
                {t('Create Pool')}
              </Button>
            </div>
          )}
          <MarketClosed market={market} />
          <ul aria-label={t('Active pools')} className="grid grid-cols-1 gap-3">
            {active.map((pool) => (
              <ActivePool key={pool.id} pool={pool} />
            ))}
          </ul>
        </section>
      </div>
    </Card>
  )
}

function DevicesCard() {
  const { value, state } = useCached(subscriber)
  const unknown = state === 'never' ? null : <Skeleton className="h-6 w-16 rounded-full!" />
  const devices = value?.device_count ?? 0
  const known = devices > 0 ? <Badge tone="credit">{t('Active')}</Badge> : <Badge>{t('Not in use')}</Badge>
  return (
    <ServiceCard
      icon={<Smartphone />}
      title="Tellepathy"
      badge={value === null ? unknown : known}
      text={
        value === null
          ? t('Contacts, circles and eSIMs')
          : devices === 0
            ? t('Contacts, circles and eSIMs. No device yet.')
            : t('{devices} {devices, plural, one {device} other {devices}}, {monthlyCostCents} a month', {
                devices,
                monthlyCostCents: dollars(value.monthly_cost_cents),
              })
      }
      action={
        <ButtonLink to="/tellepathy" variant="secondary" size="sm">
          {t('Open Tellepathy')}
          <ArrowRight />
        </ButtonLink>
      }
    />
  )
}

function ServiceCard({
  icon,
  title,
  badge,
  text,
  action,
}: {
  icon: ReactNode
  title: string
  badge: ReactNode
  text: string
  action?: ReactNode
}) {
  return (
    <article
      aria-label={title}
      className={`flex flex-col gap-3 rounded-control border border-line p-4 ${action === undefined ? 'bg-sunken' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex min-w-0 items-center gap-2.5 font-semibold">
          <span className="text-primary [&>svg]:size-5">{icon}</span>
          {title}
        </span>
        {badge}
      </div>
      <p className="text-[0.9375rem] text-muted">{text}</p>
      {action !== undefined && <div className="mt-auto">{action}</div>}
    </article>
  )
}

function ActivePool({ pool }: { pool: Pool }) {
  const gain = gainOf(pool)
  const { target_monthly_yield_cents: target, month_yield_cents: month } = pool
  return (
    <li className="grid grid-cols-1 gap-2 rounded-control border border-line px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <Link
            to={`/investments?pool=${pool.id}`}
            className="inline-flex min-h-6 items-center font-semibold wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {pool.pool_name}
          </Link>
          <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
            {POOL_TYPES[pool.pool_type]}
            {pool.auto_bill_payment_enabled && <Badge tone="primary">{t('Auto-Pay')}</Badge>}
            {pool.simulated && <SimulatedBadge market={pool.market} />}
          </div>
        </div>
        <div className="shrink-0 sm:text-end">
          <div className="font-bold">
            <Cents cents={pool.current_value_cents} />
          </div>
          <div className="text-sm tabular">
            <Cents cents={gain.cents} direction={directionOf(gain.cents)} />{' '}
            <span className="text-muted">{percentText(gain.basisPoints)}</span>
          </div>
        </div>
      </div>
      {target > 0 && (
        <div className="grid gap-1">
          <Progress
            label={t('Monthly yield of {poolName} against its target', { poolName: pool.pool_name })}
            value={progressOf(month, target)}
          />
          <div className="text-sm text-muted tabular">
            {rich('{month} of {target} this month', {
              month: <Cents cents={month} />,
              target: <Cents cents={target} />,
            })}
          </div>
        </div>
      )}
    </li>
  )
}
