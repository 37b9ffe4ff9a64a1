import { derivedId, type Clock } from '../../events/ids.ts'
import type { Money } from '../../events/money.ts'
import { causedBy, type Attempt } from '../attempt.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { RewardReserve } from './reserve.ts'

/** What a member wants staked or taken back. */
export interface StakeOrder extends Attempt {
  readonly kind: 'stake' | 'unstake'
  readonly amount: Money
}

interface StakeOutcome {
  readonly stakeId: string
  /** ISO time. */
  readonly at: string
  readonly position: bigint
}

export interface Stakes {
  /** @throws {Refusal} the wallet says no; nothing was appended */
  move(order: StakeOrder): Promise<StakeOutcome>
}

const EVENT = { stake: 'YutStaked', unstake: 'YutUnstaked' } as const

export const createStakes = ({
  wallets,
  reserve,
  clock,
}: {
  wallets: Wallets
  reserve: Pick<RewardReserve, 'current'>
  clock: Clock
}): Stakes => ({
  move: async (order) => {
    const { kind, memberId, idempotencyKey, amount, repeated } = order
    const stakeId = derivedId(kind, memberId, idempotencyKey)
    const { pauses } = await reserve.current()
    const { at, position } = await wallets.execute(
      memberId,
      { type: kind, stakeId, amount, pauses },
      {
        ...causedBy(order, stakeId),
        at: clock().toISOString(),
        ...(repeated && { step: { eventId: derivedId(EVENT[kind], stakeId), after: 0n } }),
      },
    )
    return { stakeId, at, position }
  },
})
