import * as fc from 'fast-check'
import type { Currency } from '../../../../events/money.ts'
import { part, partOf, type Wish, type Wishes } from '../wish.ts'

export const WALLET_PROCESSES = ['deliver transfers', 'pay interest'] as const
export type WalletProcess = (typeof WALLET_PROCESSES)[number]

export type WalletIntent =
  | { readonly do: 'open' | 'close'; readonly member: string }
  | {
      readonly do: 'bank'
      readonly member: string
      readonly currency: Currency
      readonly minor: bigint
      readonly key: string
    }
  | {
      readonly do: 'send'
      readonly member: string
      readonly to: string
      readonly currency: Currency
      readonly minor: bigint
      readonly key: string
    }

const currency = fc.constantFrom<Currency>('USD', 'USD', 'USDC', 'YUT')

export const walletWishes = (member: fc.Arbitrary<string>): Wishes<WalletIntent> => [
  [
    1,
    member.map((who): Wish<WalletIntent> => () => ({ do: 'open', member: who })),
  ],
  [
    1,
    member.map((who): Wish<WalletIntent> => () => ({ do: 'close', member: who })),
  ],
  [
    4,
    fc
      .tuple(member, currency, fc.bigInt(1n, 90_000_000n))
      .map(([who, of, minor]): Wish<WalletIntent> => ({ key }) => ({
        do: 'bank',
        member: who,
        currency: of,
        minor,
        key,
      })),
  ],
  [
    16,
    fc
      .tuple(member, member, currency, part)
      .map(([who, to, of, amount]): Wish<WalletIntent> => ({ holds, key }) => ({
        do: 'send',
        member: who,
        to,
        currency: of,
        minor: partOf(holds(who, of), amount),
        key,
      })),
  ],
]
