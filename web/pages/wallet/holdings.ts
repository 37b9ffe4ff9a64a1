import type { Currency } from '../../../api/contract/fields.ts'
import type { WalletOverview } from '../../../api/contract/wallet.ts'
import { equivalentOf, isPositive, sumOf } from '../../data/amounts.ts'
import { balanceIn } from '../../data/balance.ts'
import type { Draft } from './send/machine.ts'
import { t } from '../../texts/texts.ts'

/** A member's holding in one currency. */
export interface Holding {
  readonly currency: Currency
  readonly name: string
  readonly amount: string
  /** The part that is not available, with its reason; null when all of it is available. */
  readonly held: { readonly amount: string; readonly word: 'staked' | 'locked' } | null
  /** Value in dollars. */
  readonly value: string
  readonly draft: Partial<Draft>
}

const valueOf = (amount: string, currency: Currency): string =>
  currency === 'USD' ? amount : (equivalentOf(amount, currency)?.amount ?? '0')

const dollarsIn = (wallet: WalletOverview, currency: 'USD' | 'USDC', draft: Partial<Draft>): Holding => {
  const amount = balanceIn(wallet, currency)
  const locked = balanceIn(wallet, currency, 'locked_balance')
  return {
    currency,
    name: currency === 'USD' ? t('US dollars') : t('Blockchain dollars'),
    amount,
    held: isPositive(locked) ? { amount: locked, word: 'locked' } : null,
    value: valueOf(amount, currency),
    draft,
  }
}

/** The portfolio by currency. */
export const holdingsOf = (wallet: WalletOverview): readonly Holding[] => [
  dollarsIn(wallet, 'USD', { variant: 'usd', currency: 'USD' }),
  {
    currency: 'YUT',
    name: t('Youtility tokens'),
    amount: wallet.yut.balance,
    held: isPositive(wallet.yut.staked_balance)
      ? { amount: wallet.yut.staked_balance, word: 'staked' }
      : null,
    // Includes staked tokens, as the total does.
    value: valueOf(sumOf([wallet.yut.balance, wallet.yut.staked_balance], 'YUT'), 'YUT'),
    draft: { variant: 'token', currency: 'YUT' },
  },
  dollarsIn(wallet, 'USDC', { variant: 'any', currency: 'USDC' }),
]
