import type { Currency } from '../../api/contract/fields.ts'
import type { WalletOverview } from '../../api/contract/wallet.ts'
import { sumOf } from './amounts.ts'

/** Sum of a member's wallets in one currency: their balances, or the locked part of these. */
export const balanceIn = (
  { wallets }: WalletOverview,
  currency: Currency,
  part: 'balance' | 'locked_balance' = 'balance',
): string =>
  sumOf(
    wallets.flatMap((wallet) => (wallet.currency === currency ? [wallet[part]] : [])),
    currency,
  )
