import { useMemo } from 'react'
import type { Pool } from '../../../../api/contract/pools.ts'
import { useCached } from '../../../data/cached.ts'
import { poolDetails, pools } from '../../../data/pools.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { calendarDate, longDate } from '../../../ui/time-format.ts'
import { Age, NotYet, RefreshFailed } from '../../../parts/freshness.tsx'
import type { Investing } from '../action/action-place.tsx'
import { settingsOf } from '../action/openings.ts'
import { Cents } from '../cents.tsx'
import { directionOf, gainOf, percentText } from '../figures.ts'
import { SimulatedBadge } from '../simulated.tsx'
import { POOL_TYPES, RISK_PROFILES } from '../words.ts'
import { PoolActivityList } from './pool-activity-list.tsx'
import { ValueHistory } from './value-history.tsx'
import { rich } from '../../../texts/rich.tsx'
import { t } from '../../../texts/texts.ts'
import { exactDollars } from '../../../texts/money.ts'
import { percent } from '../../../texts/exact-numbers.ts'
import { number } from '../../../texts/numbers.ts'

/** A pool in full: value per day, figures, activity. Also works offline from the device's cache. */
export default function PoolDialog({
  id,
  investing,
  onBill,
  onClose,
}: {
  id: string
  investing: Investing
  onBill: (bill: string) => void
  onClose: () => void
}) {
  const details = useCached(useMemo(() => poolDetails(id), [id]))
  const list = useCached(pools)
  const pool = details.value?.pool ?? list.value?.find((one) => one.id === id) ?? null
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      entries={0}
      title={pool?.pool_name ?? t('Pool')}
      closeOnOutside
      footer={pool?.status === 'open' ? <Buttons pool={pool} investing={investing} /> : undefined}
    >
      <div className="grid gap-6 pb-3">
        {pool !== null && <Head pool={pool} />}
        <NotYet what={t('pool')} {...details}>
          <Skeleton className="h-55 w-full rounded-control!" />
        </NotYet>
        {details.value !== null && (
          <>
            <RefreshFailed {...details} />
            <Age {...details} />
            <ValueHistory history={details.value.history} />
            <Figures pool={details.value.pool} />
            <PoolActivityList id={id} onBill={onBill} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function Head({ pool }: { pool: Pool }) {
  const gain = gainOf(pool)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {pool.status === 'closed' && <Badge>{t('Closed')}</Badge>}
        {pool.status === 'open' && pool.auto_bill_payment_enabled && (
          <Badge tone="primary">{t('Auto-Pay')}</Badge>
        )}
        {pool.simulated && <SimulatedBadge market={pool.market} />}
        <span className="text-sm text-muted">
          {POOL_TYPES[pool.pool_type]} · {RISK_PROFILES[pool.risk_profile]}
        </span>
      </div>
      <div className="text-4xl font-bold tracking-tight tabular">
        <Cents cents={pool.current_value_cents} />
      </div>
      <div className="flex flex-wrap gap-x-2 text-sm tabular">
        <Cents cents={gain.cents} direction={directionOf(gain.cents)} />
        <span className="text-muted">
          {rich('{basisPoints} on {totalInvestedCents} invested · price of {valuedOn}', {
            basisPoints: percentText(gain.basisPoints),
            totalInvestedCents: <Cents cents={pool.total_invested_cents} />,
            valuedOn: calendarDate(pool.valued_on),
          })}
        </span>
      </div>
    </div>
  )
}

function Figures({ pool }: { pool: Pool }) {
  const signed = (cents: number) => <Cents cents={cents} direction={directionOf(cents)} />
  return (
    <section aria-label={t('Figures')} className="grid gap-x-8 sm:grid-cols-2">
      <Facts>
        <Fact name={t('Total returns')}>{signed(pool.total_returns_cents)}</Fact>
        <Fact name={t('Time-weighted return')}>{percent(pool.time_weighted_return_percent)}</Fact>
        <Fact name={t('Dividends received')}>
          <Cents cents={pool.dividends_cents} />
        </Fact>
        <Fact name={t('Realised gain')}>{signed(pool.realised_gain_cents)}</Fact>
        <Fact name={t('Unrealised gain')}>{signed(pool.unrealised_gain_cents)}</Fact>
        <Fact name={t('Paid on bills')}>
          <Cents cents={pool.bills_paid_cents} />
        </Fact>
      </Facts>
      <Facts>
        <Fact name={t('Units')}>{number(pool.units, { maximumFractionDigits: 18 })}</Fact>
        <Fact name={t('Price of a unit')}>{exactDollars(pool.unit_price)}</Fact>
        <Fact name={t('Average cost')}>
          {pool.average_cost === null ? '—' : exactDollars(pool.average_cost)}
        </Fact>
        <Fact name={t('Dividend cash')}>
          <Cents cents={pool.cash_cents} />
        </Fact>
        <Fact name={t('Paid in / withdrawn')}>
          <Cents cents={pool.contributed_cents} /> <span>/</span> <Cents cents={pool.withdrawn_cents} />
        </Fact>
        <Fact name={pool.closed_at === null ? t('Created') : t('Closed')}>
          {longDate(Date.parse(pool.closed_at ?? pool.created_at))}
        </Fact>
      </Facts>
    </section>
  )
}

function Buttons({ pool, investing }: { pool: Pool; investing: Investing }) {
  return (
    <>
      <Button variant="secondary" onClick={(event) => investing.start(event.currentTarget, settingsOf(pool))}>
        {t('Settings')}
      </Button>
      <Button
        className="px-2! whitespace-nowrap sm:px-4!"
        onClick={(event) =>
          investing.start(event.currentTarget, {
            type: 'managed',
            pool: { id: pool.id, name: pool.pool_name },
          })
        }
      >
        {t('Manage Portfolio')}
      </Button>
    </>
  )
}
