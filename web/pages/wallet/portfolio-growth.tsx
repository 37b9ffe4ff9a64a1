import { ratesText } from './rates.ts'
import { TrendingUp } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { WalletInsights } from '../../../api/contract/reports.ts'
import { useCached } from '../../data/cached.ts'
import { walletInsights } from '../../data/reports.ts'
import { CachedCard } from '../../parts/cached-card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Amount, useHiddenBalances } from '../../parts/hidden-balances.tsx'
import { transactionsText } from '../pools/words.ts'
import { ValueLine } from './value-line.tsx'
import { t } from '../../texts/texts.ts'
import { percent } from '../../texts/exact-numbers.ts'

/** "+2.30%" */
const change = (text: string): string => percent(text, 'always')
const directionOf = (amount: string): 'credit' | 'debit' | undefined =>
  /^-?0+(\.0+)?$/.test(amount) ? undefined : amount.startsWith('-') ? 'debit' : 'credit'

function Earned({ amount }: { amount: string }) {
  const direction = directionOf(amount)
  const meaning = direction === 'debit' ? 'lost' : 'gained'
  return <Amount amount={amount} currency="USD" direction={direction} meaning={meaning} />
}

/** Growth of the portfolio, from the server's figures. */
export const PortfolioGrowth = memo(function PortfolioGrowth() {
  const { value, ...view } = useCached(walletInsights)
  return (
    <CachedCard title={t('Portfolio Growth')} what={t('figures')} view={view} skeleton={<GrowthSkeleton />}>
      {value !== null && <Growth insights={value} />}
    </CachedCard>
  )
})

function Growth({ insights }: { insights: WalletInsights }) {
  const covered = useHiddenBalances()
  const { recent_activity: recent } = insights
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <div className="text-sm text-muted">{t('Growth this month')}</div>
          <div className="text-3xl font-bold tracking-tight">
            <Earned amount={insights.growth_usd} />
          </div>
        </div>
        <span className="inline-flex items-center gap-1.5 rounded-full bg-primary-soft px-3 py-1 text-sm font-semibold text-primary tabular">
          <TrendingUp className="size-4" />
          {t('{growthPercent} this month', { growthPercent: change(insights.growth_percent) })}
        </span>
      </div>
      {insights.days.length > 1 && !covered && <ValueLine days={insights.days} months={insights.months} />}
      <Facts>
        <Fact name={t('Monthly Yield')}>
          <With
            detail={t('{monthlyYieldPercent} in 30 days', {
              monthlyYieldPercent: change(insights.monthly_yield_percent),
            })}
          >
            <Earned amount={insights.monthly_yield_usd} />
          </With>
        </Fact>
        <Fact name={t('YTD')}>
          <Earned amount={insights.ytd_usd} />
        </Fact>
        <Fact name="APY">
          <With detail={t('{usd} on USD, {stakedYut} on staked YUT', ratesText(insights))}>
            {percent(insights.blended_apy_percent)}
          </With>
        </Fact>
        <Fact name={t('Recent Activity')}>
          <With detail={t('Last {days} days', { days: recent.days })}>
            {transactionsText(recent.transactions)}, <Amount amount={recent.volume_usd} currency="USD" />
          </With>
        </Fact>
        <Fact name={t('Deposits')}>
          <With detail={t('Last 30 days')}>
            <Amount amount={insights.deposits_30_days_usd} currency="USD" />
          </With>
        </Fact>
        <Fact name={t('Utility Offset')}>
          <Amount amount={insights.utility_offset_usd} currency="USD" />
        </Fact>
      </Facts>
    </div>
  )
}

function With({ children, detail }: { children: ReactNode; detail: string }) {
  return (
    <>
      {children}
      <span className="block text-sm font-normal text-muted tabular">{detail}</span>
    </>
  )
}

function GrowthSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4">
      <Skeleton className="h-9 w-40" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="flex justify-between py-1.5">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  )
}
