import type { Currency } from '../../api/contract/fields.ts'
import type { WalletOverview } from '../../api/contract/wallet.ts'
import { sumOf } from './amounts.ts'

/** What a member has in one currency, of all their wallets: the balance, or the part of it that is locked. */
export const balanceIn = (
  { wallets }: WalletOverview,
  currency: Currency,
  part: 'balance' | 'locked_balance' = 'balance',
): string =>
  sumOf(
    wallets.flatMap((wallet) => (wallet.currency === currency ? [wallet[part]] : [])),
    currency,
  )
