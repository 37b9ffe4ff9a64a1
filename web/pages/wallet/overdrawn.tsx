import type { WalletOverview } from '../../../api/contract/wallet.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Amount } from '../../parts/hidden-balances.tsx'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** Explains a negative balance and, after a returned deposit, what the member can do. */
export function Overdrawn({
  overdrawn,
  onAddFunds,
}: {
  overdrawn: WalletOverview['overdrawn']
  onAddFunds: React.MouseEventHandler<HTMLButtonElement>
}) {
  if (overdrawn === null) return null
  const isExplained = overdrawn.reason !== 'unknown'
  return (
    <Banner
      tone="debit"
      live="status"
      title={isExplained ? t('A deposit was returned') : t('Your USD wallet is below zero')}
      action={
        isExplained && (
          <Button size="sm" onClick={onAddFunds}>
            {t('Add funds')}
          </Button>
        )
      }
    >
      <p>{translateServerText(overdrawn.message)}</p>
      <p className="font-semibold">
        {rich('Missing: {value}', {
          value: <Amount amount={overdrawn.amount_usd.replace(/^-/, '')} currency="USD" />,
        })}
      </p>
    </Banner>
  )
}
