import { shortYut } from '../../data/amounts.ts'
import { formatMoney } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { Amount, useHiddenBalances } from '../../parts/hidden-balances.tsx'

/**
 * A token amount for a small space: "1.23K", "12.54M", two decimals. The exact amount is in
 * the tooltip and what a screen reader says.
 */
export function YutFigure({ amount, unit }: { amount: string; unit: 'YUT' | 'votes' }) {
  const covered = useHiddenBalances()
  if (covered) return <Amount amount={amount} currency="YUT" />
  const word = unit === 'votes' ? t('votes') : unit
  const exact = formatMoney(amount, 'YUT').replace(/ YUT$/, ` ${word}`)
  return (
    <Tooltip text={exact} align="start">
      <span className="whitespace-nowrap tabular">
        <span aria-hidden="true">
          {shortYut(amount)} <span className="text-[0.7em] font-semibold text-muted">{word}</span>
        </span>
        <VisuallyHidden>{exact}</VisuallyHidden>
      </span>
    </Tooltip>
  )
}
