import { ratesText } from './rates.ts'
import { ArrowRightLeft, History as HistoryIcon, Lightbulb } from 'lucide-react'
import { flushSync } from 'react-dom'
import type { WalletInsights } from '../../../api/contract/reports.ts'
import type { WalletOverview } from '../../../api/contract/wallet.ts'
import { useCached } from '../../data/cached.ts'
import { walletInsights } from '../../data/reports.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Skeletons } from '../../ui/skeletons.tsx'
import { EXPLORER } from './blockchain.tsx'
import { useChosen } from '../../parts/use-chosen.ts'
import { Amount } from '../../parts/hidden-balances.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { type Holding, holdingsOf } from './holdings.ts'
import { openPanel } from './panel.tsx'
import type { Send } from './send/send-place.tsx'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'
import { percent } from '../../texts/exact-numbers.ts'

const CHOICES = ['all', 'USD', 'YUT'] as const
type Filter = (typeof CHOICES)[number]

const FILTERS: readonly { readonly value: Filter; readonly label: string }[] = [
  { value: 'all', label: t('All') },
  { value: 'USD', label: t('USD Only') },
  { value: 'YUT', label: t('YUT Only') },
]

/** The portfolio by currency. `wallet` null: still loading. */
export function Portfolio({ wallet, send }: { wallet: WalletOverview | null; send: Send }) {
  const [filter, setFilter] = useChosen<Filter>('portfolio', CHOICES, 'all')
  const holdings = wallet === null ? null : holdingsOf(wallet)
  const shown = holdings?.filter(({ currency }) => filter === 'all' || currency === filter) ?? null
  const total = wallet !== null && filter === 'all' ? wallet.total_usd_value : (shown?.[0]?.value ?? null)
  return (
    <Card
      title={t('Portfolio')}
      aside={<Segments legend={t('Show')} options={FILTERS} value={filter} onChange={setFilter} />}
      aria-busy={wallet === null}
    >
      <div className="grid grid-cols-1 gap-5">
        <div>
          <div className="text-sm text-muted">
            {filter === 'all' ? t('Total portfolio value') : t('Portfolio value in {filter}', { filter })}
          </div>
          <div className="text-3xl font-bold tracking-tight tabular" data-testid="portfolio-value">
            {total === null ? (
              <Skeleton className="my-1 h-8 w-40" />
            ) : (
              <Amount amount={total} currency="USD" />
            )}
          </div>
        </div>
        {shown === null ? (
          <Skeletons count={3} each="h-32 w-full rounded-control!" className="gap-3" />
        ) : (
          <ul aria-label={t('Balances')} className="grid gap-3">
            {shown.map((holding) => (
              <HoldingCard key={holding.currency} holding={holding} send={send} />
            ))}
          </ul>
        )}
        <Exchange />
        <Insights />
        <div className="grid gap-3 sm:flex sm:flex-wrap">
          <Button variant="secondary" icon={<HistoryIcon />} onClick={goToHistory}>
            {t('Transaction History')}
          </Button>
          <OutsideLink href={EXPLORER}>{t('View on Blockchain')}</OutsideLink>
        </div>
      </div>
    </Card>
  )
}

function HoldingCard({ holding, send }: { holding: Holding; send: Send }) {
  const { currency, name, amount, held, value, draft } = holding
  return (
    <li className="grid gap-1 rounded-control border border-line px-4 pt-3 pb-1">
      <div className="flex items-start justify-between gap-4">
        <div>
          <div className="font-semibold">{currency}</div>
          <div className="text-sm text-muted">{name}</div>
        </div>
        <div className="text-end">
          <div className="text-lg font-bold tracking-tight">
            <Amount amount={amount} currency={currency} />
          </div>
          {held !== null && (
            <div className="text-sm text-muted">
              {held.word === 'staked'
                ? rich('+ {amount} staked', {
                    amount: <Amount amount={held.amount} currency={currency} />,
                  })
                : rich('{amount} locked', { amount: <Amount amount={held.amount} currency={currency} /> })}
            </div>
          )}
          {currency !== 'USD' && (
            <div className="text-sm text-muted">
              ≈ <Amount amount={value} currency="USD" />
            </div>
          )}
        </div>
      </div>
      <div>
        <Button
          variant="quiet"
          size="sm"
          className="-ms-3"
          onClick={(event) => send.start(event.currentTarget, draft)}
        >
          {t('Send {currency}', { currency })}
        </Button>
      </div>
    </li>
  )
}

function Exchange() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-sunken p-4">
      <ArrowRightLeft className="size-5 shrink-0 text-muted" />
      <div className="min-w-40 flex-1">
        <h3 className="font-bold">{t('Currency Exchange')}</h3>
        <p className="text-sm text-muted">
          {t('Exchange USD and YUT in your wallet. Estimated at 1 YUT = $0.10.')}
        </p>
      </div>
      <Badge>{t('Coming Soon')}</Badge>
    </div>
  )
}

/** Insights into the portfolio, one sentence each. */
function Insights() {
  const { value } = useCached(walletInsights)
  if (value === null) return null
  return (
    <section aria-labelledby="portfolio-insights" className="grid gap-2">
      <h3 id="portfolio-insights" className="flex items-center gap-2 font-bold">
        <Lightbulb className="size-4.5 text-primary" />
        {t('Portfolio Insights')}
      </h3>
      <ul className="grid list-disc gap-1 ps-5 text-[0.9375rem] marker:text-muted">
        <InsightLines insights={value} />
      </ul>
    </section>
  )
}

function InsightLines({ insights }: { insights: WalletInsights }) {
  return (
    <>
      <li>
        {t('Your balances earn {apy} APY together: {usd} on USD and {stakedYut} on staked YUT.', {
          apy: percent(insights.blended_apy_percent),
          ...ratesText(insights),
        })}
      </li>
      <li>
        {rich('{monthlyYieldUsd} came in as interest and rewards in the last 30 days.', {
          monthlyYieldUsd: <Amount amount={insights.monthly_yield_usd} currency="USD" />,
        })}
      </li>
      <li>
        {rich('{totalEarningsUsd} earned in all so far.', {
          totalEarningsUsd: <Amount amount={insights.total_earnings_usd} currency="USD" />,
        })}
      </li>
    </>
  )
}

/** Scrolls to the history further down this page and focuses its heading, so that keyboard users continue there. */
const goToHistory = (): void => {
  flushSync(() => openPanel('history'))
  const heading = document.querySelector<HTMLElement>('#history')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'start' })
}
