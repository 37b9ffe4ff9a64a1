import { derivedId, type Clock } from '../../events/ids.ts'
import type { Money } from '../../events/money.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { WalletEvent, WalletEventOf } from '../../events/wallet/events.ts'
import { causedBy, type Attempt } from '../attempt.ts'
import type { Wallets } from '../wallet/wallets.ts'
import { doneBefore } from './done-before.ts'
import type { RewardReserve } from './reserve.ts'

/** What a member wants staked or taken back. */
export interface StakeOrder extends Attempt {
  readonly kind: 'stake' | 'unstake'
  readonly amount: Money
}

export interface StakeOutcome {
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

const isMove = (event: WalletEvent): event is WalletEventOf<'YutStaked' | 'YutUnstaked'> =>
  event.type === 'YutStaked' || event.type === 'YutUnstaked'

export const createStakes = ({
  store,
  wallets,
  reserve,
  clock,
}: {
  store: EventStore
  wallets: Wallets
  reserve: Pick<RewardReserve, 'current'>
  clock: Clock
}): Stakes => ({
  move: async (order) => {
    const { kind, memberId, idempotencyKey, amount, repeated } = order
    const stakeId = derivedId(kind, memberId, idempotencyKey)
    if (repeated) {
      const done = await doneBefore(store, memberId, derivedId(EVENT[kind], stakeId), isMove)
      if (done) return { stakeId, at: done.at, position: done.position }
    }
    const at = clock().toISOString()
    const { pauses } = await reserve.current()
    const { position } = await wallets.execute(
      memberId,
      { type: kind, stakeId, amount, pauses },
      {
        ...causedBy(order, stakeId),
        at,
        ...(repeated && { step: { eventId: derivedId(EVENT[kind], stakeId), after: 0n } }),
      },
    )
    return { stakeId, at, position }
  },
})
