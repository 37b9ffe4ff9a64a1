import * as fc from 'fast-check'
import { part, partOf, type Wish, type Wishes } from '../wish.ts'

export const TOKEN_PROCESSES = ['complete claims'] as const
export type TokenProcess = (typeof TOKEN_PROCESSES)[number]

export type TokenIntent =
  | {
      readonly do: 'stake' | 'unstake'
      readonly member: string
      readonly minor: bigint
      readonly key: string
    }
  | { readonly do: 'claim'; readonly member: string; readonly key: string }
  /** Raises the total funding of the reserve to `total`. */
  | { readonly do: 'fund reserve'; readonly total: bigint }

export const tokenWishes = (member: fc.Arbitrary<string>): Wishes<TokenIntent> => [
  [
    8,
    fc.tuple(member, part).map(([who, amount]): Wish<TokenIntent> => ({ holds, key }) => ({
      do: 'stake',
      member: who,
      minor: partOf(holds(who, 'YUT'), amount),
      key,
    })),
  ],
  [
    6,
    fc.tuple(member, part).map(([who, amount]): Wish<TokenIntent> => ({ holds, key }) => ({
      do: 'unstake',
      member: who,
      minor: partOf(holds(who, 'staked'), amount),
      key,
    })),
  ],
  [
    6,
    member.map((who): Wish<TokenIntent> => ({ key }) => ({ do: 'claim', member: who, key })),
  ],
  [
    2,
    fc.bigInt(0n, 3_000_000n).map((more): Wish<TokenIntent> => ({ funded }) => ({
      do: 'fund reserve',
      total: funded + more,
    })),
  ],
]
