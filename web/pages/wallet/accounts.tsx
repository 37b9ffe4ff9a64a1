import { UNFAMILIAR_CURRENCY } from '../../../api/contract/money.ts'
import { UNFAMILIAR } from '../../../api/contract/open.ts'
import type { Wallet } from '../../../api/contract/wallet.ts'
import { isPositive } from '../../data/amounts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Amount } from '../../parts/hidden-balances.tsx'
import { walletTypeLabel } from './words.ts'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'

const NAMES: Readonly<Record<Wallet['currency'], string>> = {
  USD: t('US dollars'),
  USDC: t('Blockchain dollars'),
  YUT: t('Youtility tokens'),
  unfamiliar: t('Another currency'),
}

/** The member's wallets; null: still loading. */
export function Accounts({ wallets }: { wallets: readonly Wallet[] | null }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {wallets === null
        ? ['a', 'b'].map((key) => (
            <li key={key}>
              <Skeleton className="h-19 w-full rounded-control!" />
            </li>
          ))
        : wallets.map((wallet) => (
            <li
              key={wallet.id}
              className="flex items-center justify-between gap-3 rounded-control border border-line px-4 py-3"
            >
              <div className="min-w-0">
                <div className="flex flex-wrap items-center gap-2">
                  <span className="font-semibold">
                    {wallet.currency === UNFAMILIAR ? UNFAMILIAR_CURRENCY : wallet.currency}
                  </span>
                  <Badge tone={wallet.wallet_type === 'custody' ? 'primary' : 'neutral'}>
                    {walletTypeLabel(wallet.wallet_type)}
                  </Badge>
                </div>
                <div className="text-sm text-muted">{NAMES[wallet.currency]}</div>
              </div>
              <div className="text-end">
                <div className="text-lg font-bold">
                  <Amount amount={wallet.balance} currency={wallet.currency} />
                </div>
                {isPositive(wallet.locked_balance) && (
                  <div className="text-sm text-muted">
                    {rich('{lockedBalance} locked', {
                      lockedBalance: <Amount amount={wallet.locked_balance} currency={wallet.currency} />,
                    })}
                  </div>
                )}
              </div>
            </li>
          ))}
    </ul>
  )
}
