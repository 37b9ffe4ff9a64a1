import * as fc from 'fast-check'
import { POOL_TYPES, type PoolType } from '../../../../events/pool-terms.ts'
import { MEMBERS } from '../members.ts'
import { nth, part, partOf, rightly, type Wish, type Wishes } from '../wish.ts'

export const POOL_PROCESSES = ['move pool money', 'value pools'] as const
export type PoolProcess = (typeof POOL_PROCESSES)[number]

export type PoolIntent =
  | {
      readonly do: 'open pool'
      readonly member: string
      readonly poolType: PoolType
      readonly cents: bigint
      readonly autoPay: boolean
      readonly key: string
    }
  | {
      readonly do: 'contribute' | 'withdraw'
      readonly member: string
      readonly poolId: string
      readonly cents: bigint
      readonly key: string
    }
  | { readonly do: 'close pool'; readonly member: string; readonly poolId: string; readonly key: string }
  | {
      readonly do: 'set pool'
      readonly member: string
      readonly poolId: string
      readonly autoPay: boolean
    }

/** The owner of a pool, or by mistake another member. */
const actorOf = (owner: string, isRight: boolean): string =>
  isRight ? owner : (MEMBERS.find((member) => member !== owner) ?? '')

export const poolWishes = (member: fc.Arbitrary<string>): Wishes<PoolIntent> => [
  [
    5,
    fc
      .tuple(member, fc.constantFrom(...POOL_TYPES), part, fc.constantFrom(true, true, false))
      .map(([who, poolType, amount, autoPay]): Wish<PoolIntent> => ({ holds, key }) => ({
        do: 'open pool',
        member: who,
        poolType,
        cents: partOf(holds(who, 'USD'), amount),
        autoPay,
        key,
      })),
  ],
  [
    7,
    fc
      .tuple(fc.nat(), part, rightly)
      .map(([n, amount, isRight]): Wish<PoolIntent> => ({ pools, holds, key }) => {
        const pool = nth(pools, n)
        if (!pool) return null
        const actor = actorOf(pool.memberId, isRight)
        const cents = partOf(holds(actor, 'USD'), amount)
        return { do: 'contribute', member: actor, poolId: pool.id, cents, key }
      }),
  ],
  [
    7,
    fc.tuple(fc.nat(), part, rightly).map(([n, amount, isRight]): Wish<PoolIntent> => ({ pools, key }) => {
      const pool = nth(pools, n)
      if (!pool) return null
      const cents = partOf(pool.cents, amount)
      return { do: 'withdraw', member: actorOf(pool.memberId, isRight), poolId: pool.id, cents, key }
    }),
  ],
  [
    2,
    fc.tuple(fc.nat(), rightly).map(([n, isRight]): Wish<PoolIntent> => ({ pools, key }) => {
      const pool = nth(pools, n)
      if (!pool) return null
      return { do: 'close pool', member: actorOf(pool.memberId, isRight), poolId: pool.id, key }
    }),
  ],
  [
    2,
    fc
      .tuple(fc.nat(), fc.boolean(), rightly)
      .map(([n, autoPay, isRight]): Wish<PoolIntent> => ({ pools }) => {
        const pool = nth(pools, n)
        if (!pool) return null
        return { do: 'set pool', member: actorOf(pool.memberId, isRight), poolId: pool.id, autoPay }
      }),
  ],
]
