import { derivedId, type Clock } from '../../events/ids.ts'
import { fromAmountJson, type Money } from '../../events/money.ts'
import type { StoredAnswer } from '../../events/store/event-store.ts'
import { assertSameAmount, causedBy, keyedStep, type Attempt } from '../http/attempt.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { RewardReserve } from './reserve.ts'

/** A member's order to stake or unstake. */
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

/** A move before it is committed: without its ledger position. */
export type MovedStake = Omit<StakeOutcome, 'position'>

export interface Stakes {
  /**
   * Commits the move and the stored answer together, where the store supports it. Null when the answer's key was used
   * before: nothing was stored then, and {@link move} has to be used.
   * @throws {Refusal} the wallet refuses; nothing was stored
   */
  readonly moveInOneCommit?: (
    order: StakeOrder,
    answerTo: (moved: MovedStake) => StoredAnswer,
    /** Whether the order's key was used before. */
    isKnown: () => Promise<boolean>,
  ) => Promise<StakeOutcome | null>
  /** @throws {Refusal} the wallet refuses; nothing was appended */
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
}): Stakes => {
  const commandOf = async ({ kind, memberId, idempotencyKey, amount }: StakeOrder) => {
    const stakeId = derivedId(kind, memberId, idempotencyKey)
    const { pauses } = await reserve.current()
    return { type: kind, stakeId, amount, pauses }
  }
  const { executeInOneCommit } = wallets
  return {
    ...(executeInOneCommit && {
      moveInOneCommit: async (order, answerTo, isKnown) => {
        const command = await commandOf(order)
        const { stakeId } = command
        const at = clock().toISOString()
        const share = { id: order.memberId, command: () => command, context: causedBy(order, stakeId) }
        const done = await executeInOneCommit([share], { at, answer: answerTo({ stakeId, at }), isKnown })
        return done.outcome === 'appended' ? { stakeId, at, position: done.position } : null
      },
    }),
    move: async (order) => {
      const command = await commandOf(order)
      const { stakeId } = command
      const { events, at, position } = await wallets.execute(order.memberId, command, {
        ...causedBy(order, stakeId),
        at: clock().toISOString(),
        ...keyedStep(order, derivedId(EVENT[order.kind], stakeId)),
      })
      for (const event of events)
        if (event.type === EVENT[order.kind])
          assertSameAmount(fromAmountJson(event.data.amount), order.amount)
      return { stakeId, at, position }
    },
  }
}
