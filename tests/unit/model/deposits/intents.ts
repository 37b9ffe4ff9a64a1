import * as fc from 'fast-check'
import { nth, type Wish, type Wishes } from '../wish.ts'

export const DEPOSIT_PROCESSES = ['settle deposits'] as const
export type DepositProcess = (typeof DEPOSIT_PROCESSES)[number]
type Change = 'action_required' | 'processing' | 'succeeded' | 'failed' | 'returned'

export type DepositIntent =
  | {
      readonly do: 'pay in'
      readonly member: string
      readonly method: 'card' | 'ach'
      readonly cents: bigint
      readonly key: string
    }
  /** `off`: cents that the payer was overcharged. */
  | { readonly do: 'webhook'; readonly depositId: string; readonly to: Change; readonly off: bigint }

export const depositWishes = (member: fc.Arbitrary<string>): Wishes<DepositIntent> => [
  [
    6,
    fc
      .tuple(member, fc.constantFrom('card', 'ach'), fc.bigInt(100n, 90_000n))
      .map(([who, method, cents]): Wish<DepositIntent> => ({ key }) => ({
        do: 'pay in',
        member: who,
        method,
        cents,
        key,
      })),
  ],
  [
    12,
    fc
      .tuple(
        fc.nat(),
        fc.constantFrom<Change>(
          'action_required',
          'processing',
          'succeeded',
          'succeeded',
          'failed',
          'returned',
        ),
        fc.constantFrom(0n, 0n, 0n, 0n, 0n, 0n, 0n, 1n),
      )
      .map(([n, to, off]): Wish<DepositIntent> => ({ deposits }) => {
        const deposit = nth(deposits, n)
        return deposit ? { do: 'webhook', depositId: deposit.id, to, off } : null
      }),
  ],
]
