import * as fc from 'fast-check'
import type { PayoutRail } from '../../../../events/wallet/events.ts'
import { nth, part, partOf, type Wish, type Wishes } from '../wish.ts'

export const WITHDRAWAL_PROCESSES = ['review withdrawals', 'send withdrawals'] as const
export type WithdrawalProcess = (typeof WITHDRAWAL_PROCESSES)[number]

export type WithdrawalIntent =
  /** `stop`: it is cancelled at once; `shared`: another member has the same bank account. */
  | {
      readonly do: 'take out'
      readonly member: string
      readonly cents: bigint
      readonly rail: PayoutRail
      readonly stop: boolean
      readonly shared: boolean
      readonly key: string
    }
  | { readonly do: 'return withdrawal'; readonly withdrawalId: string; readonly member: string }

export const withdrawalWishes = (member: fc.Arbitrary<string>): Wishes<WithdrawalIntent> => [
  [
    8,
    fc
      .tuple(
        member,
        part,
        fc.constantFrom<PayoutRail>('ach', 'instant'),
        fc.constantFrom(false, false, false, true),
        fc.constantFrom(false, false, true),
      )
      .map(([who, amount, rail, stop, shared]): Wish<WithdrawalIntent> => ({ holds, key }) => ({
        do: 'take out',
        member: who,
        cents: partOf(holds(who, 'USD'), amount),
        rail,
        stop,
        shared,
        key,
      })),
  ],
  [
    4,
    fc.nat().map((n): Wish<WithdrawalIntent> => ({ withdrawals }) => {
      const one = nth(withdrawals, n)
      return one ? { do: 'return withdrawal', withdrawalId: one.id, member: one.memberId } : null
    }),
  ],
]
