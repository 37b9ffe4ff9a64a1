import type { YutBalance } from '../../../api/contract/token.ts'
import { shortYut } from '../../data/amounts.ts'
import { formatMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ExactFigure } from '../../ui/exact-figure.tsx'
import { Amount, useHiddenBalances } from '../../parts/hidden-balances.tsx'

/** Available and staked tokens, and governance power. `balance` null: not loaded yet. */
export function Figures({ balance }: { balance: YutBalance | null }) {
  const figures = [
    { name: t('Available'), amount: balance?.balance, unit: 'YUT' },
    { name: t('Staked'), amount: balance?.staked_balance, unit: 'YUT' },
    { name: t('Governance Power'), amount: balance?.governance_power, unit: 'votes' },
  ] as const
  return (
    <dl className="grid gap-2 sm:grid-cols-3 sm:gap-3">
      {figures.map(({ name, amount, unit }) => (
        <div
          key={name}
          className="flex items-baseline justify-between gap-1 rounded-control bg-sunken px-4 py-2.5 sm:flex-col sm:py-3"
        >
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-lg font-bold tracking-tight sm:text-xl">
            {amount === undefined ? (
              <Skeleton className="h-7 w-20" />
            ) : (
              <YutFigure amount={amount} unit={unit} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A short token amount with two decimals: "1.23K", "12.54M". The exact amount is one touch away. */
function YutFigure({ amount, unit }: { amount: string; unit: 'YUT' | 'votes' }) {
  const covered = useHiddenBalances()
  if (covered) return <Amount amount={amount} currency="YUT" />
  const word = unit === 'votes' ? t('votes') : unit
  const exact = formatMoney(amount, 'YUT').replace(/ YUT$/, ` ${word}`)
  return (
    <ExactFigure exact={exact}>
      {shortYut(amount)} <span className="text-[0.7em] font-semibold text-muted">{word}</span>
    </ExactFigure>
  )
}
