import { CalendarDays, ReceiptText, TrendingUp } from 'lucide-react'
import type { Pool } from '../../../api/contract/pools.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import { Cents } from './cents.tsx'
import { directionOf, gainOf, percentText, sumCents } from './figures.ts'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'

/** Four summary cards of the open pools; `pools` null: still loading. */
export function Summary({ pools }: { pools: readonly Pool[] | null }) {
  const open = pools?.filter(({ status }) => status === 'open') ?? []
  const known = pools !== null
  const sum = (of: (pool: Pool) => number) => sumCents(open.map(of))
  const value = sum((pool) => pool.current_value_cents)
  const gain = gainOf({
    current_value_cents: value,
    total_invested_cents: sum((pool) => pool.total_invested_cents),
  })
  const target = sum((pool) => pool.target_monthly_yield_cents)
  const returns = sum((pool) => pool.total_returns_cents)
  const paying = open.filter((pool) => pool.auto_bill_payment_enabled)
  const available = sumCents(
    paying.map(({ available_for_bills: { dividends_cents, gains_cents } }) => dividends_cents + gains_cents),
  )
  const month = sum((pool) => pool.month_yield_cents)
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
      <div className="col-span-2 flex flex-col justify-center gap-1 rounded-card bg-primary-soft p-5 sm:col-span-3 sm:p-6 lg:col-span-1">
        <div className="text-sm font-medium text-muted">{t('Total Pool Value')}</div>
        <div className="text-4xl font-bold tracking-tight tabular sm:text-[2.75rem]">
          {known ? <Cents cents={value} /> : <Skeleton className="my-0.5 h-9 w-52 sm:my-[0.4rem]" />}
        </div>
        <div className="text-sm text-muted">
          {known ? (
            <>
              {rich('{cents} ({basisPoints}) over what is invested', {
                cents: <Cents cents={gain.cents} direction={directionOf(gain.cents)} />,
                basisPoints: percentText(gain.basisPoints),
              })}
            </>
          ) : (
            <Skeleton className="h-5 w-44" />
          )}
        </div>
      </div>
      <Stat
        label={t('Total Returns')}
        icon={<TrendingUp />}
        value={known ? <Cents cents={returns} direction={directionOf(returns)} fit /> : undefined}
        detail={t('Dividends and gains so far')}
      />
      <Stat
        label={t('This Month')}
        icon={<CalendarDays />}
        value={known ? <Cents cents={month} direction={directionOf(month)} fit /> : undefined}
        detail={
          !known ? (
            <Skeleton className="h-5 w-20" />
          ) : target > 0 ? (
            <>{rich('Target {target}', { target: <Cents cents={target} /> })}</>
          ) : (
            t('No target set')
          )
        }
      />
      <div className="col-span-2 sm:col-span-1 sm:contents">
        <Stat
          label={t('Ready for Bills')}
          icon={<ReceiptText />}
          value={known ? <Cents cents={available} fit /> : undefined}
          detail={
            <span className="block min-h-5">
              {known &&
                t('{count} of {count2} pools on auto-pay', { count: paying.length, count2: open.length })}
            </span>
          }
        />
      </div>
    </div>
  )
}
