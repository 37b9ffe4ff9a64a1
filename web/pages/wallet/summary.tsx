import { clsx } from 'clsx'
import { Coins, DollarSign, FlaskConical, ShieldCheck, TrendingUp } from 'lucide-react'
import type { WalletOverview } from '../../../api/contract/wallet.ts'
import { compactYut, equivalentOf, isPositive, shortYut } from '../../data/amounts.ts'
import { balanceIn } from '../../data/balance.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import { Amount, useHiddenBalances } from '../../parts/hidden-balances.tsx'
import { formatMoney } from '../../texts/money.ts'
import { ExactFigure } from '../../ui/exact-figure.tsx'
import { fitted } from '../../ui/fitted.tsx'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'

/** The four summary cards; `wallet` null: still loading. */
export function Summary({ wallet }: { wallet: WalletOverview | null }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
      <TotalValue wallet={wallet} className="col-span-2 sm:col-span-3 lg:col-span-1" />
      <Balances wallet={wallet} />
    </div>
  )
}

/** The first of the cards, the figure of the page. */
export function TotalValue({ wallet, className }: { wallet: WalletOverview | null; className?: string }) {
  return (
    <div
      className={clsx(
        'flex flex-col justify-center gap-1 rounded-card bg-primary-soft p-5 sm:p-6',
        className,
      )}
    >
      <div className="text-sm font-medium text-muted">{t('Total Portfolio Value')}</div>
      <div className="fits-figures text-4xl font-bold tracking-tight tabular sm:text-[2.75rem]">
        {wallet === null ? (
          <Skeleton className="my-0.5 h-9 w-52 sm:my-[0.4rem]" />
        ) : (
          <Amount amount={wallet.total_usd_value} currency="USD" fit />
        )}
      </div>
      <div className="text-sm text-muted">{t('US dollars, USDC and YUT at $0.10')}</div>
    </div>
  )
}

/** The other three, for a grid of two columns on phones. */
export function Balances({ wallet }: { wallet: WalletOverview | null }) {
  return (
    <>
      <div className="col-span-2 sm:col-span-1 sm:contents">
        <Stat
          label={t('USD Balance')}
          icon={<DollarSign />}
          value={
            wallet === null ? undefined : <Amount amount={balanceIn(wallet, 'USD')} currency="USD" fit />
          }
          detail={
            // Reserves the lines of the longest text, so that content below does not move once it has loaded.
            <span className="block min-h-11 sm:min-h-16">
              <Insurance bank={wallet?.treasury_bank ?? null} />
            </span>
          }
        />
      </div>
      <Stat
        label={t('YUT Tokens')}
        icon={<Coins />}
        value={wallet === null ? undefined : <YutBalance balance={wallet.yut.balance} />}
        detail={wallet === null ? <Skeleton className="h-5 w-20" /> : <YutDetail yut={wallet.yut} />}
      />
      <Stat
        label={t('Total Earnings')}
        icon={<TrendingUp />}
        value={wallet === null ? undefined : <Amount amount={wallet.total_earnings_usd} currency="USD" fit />}
        detail={t('Interest and rewards')}
      />
    </>
  )
}

/** FDIC insurance of the dollars; only to be stated for a real bank. */
function Insurance({ bank }: { bank: WalletOverview['treasury_bank'] | null }) {
  if (bank === null) return <Skeleton className="h-5 w-20" />
  if (bank.closed !== null) return <span>{t('Not held at a bank')}</span>
  if (!bank.simulated)
    return (
      <span className="flex h-6 items-center">
        <Badge tone="credit">
          <ShieldCheck className="size-3.5" />
          {t('FDIC insured')}
        </Badge>
      </span>
    )
  return (
    <>
      {/* A fixed height: a badge would make a line of text three pixels higher than the space reserved above. */}
      <span className="flex h-6 items-center">
        <Badge tone="warning">
          <FlaskConical className="size-3.5" />
          {t('Simulated bank')}
        </Badge>
      </span>
      <span className="block">{t('FDIC insured at a real bank only')}</span>
    </>
  )
}

/** With two decimals, and shortened above a thousand; the exact figure is one touch away. */
function YutBalance({ balance }: { balance: string }) {
  const covered = useHiddenBalances()
  const exact = formatMoney(balance, 'YUT')
  const short = t('{short} YUT', { short: shortYut(balance) })
  return short === exact || covered ? (
    <Amount amount={balance} currency="YUT" fit />
  ) : (
    <ExactFigure exact={exact}>{fitted(short)}</ExactFigure>
  )
}

function YutDetail({ yut }: { yut: WalletOverview['yut'] }) {
  const dollars = equivalentOf(yut.balance, 'YUT')
  return (
    <>
      {compactYut(yut.balance) !== null && (
        <span className="block">
          <Amount amount={yut.balance} currency="YUT" />
        </span>
      )}
      {dollars !== null && (
        <span className="block">
          ≈ <Amount amount={dollars.amount} currency={dollars.currency} />
        </span>
      )}
      {isPositive(yut.staked_balance) && (
        <span className="block">
          {rich('{stakedBalance} staked', {
            stakedBalance: <Amount amount={yut.staked_balance} currency="YUT" />,
          })}
        </span>
      )}
    </>
  )
}
