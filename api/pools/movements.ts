import { derivedId, type Clock } from '../../events/ids.ts'
import { usd } from '../../events/money.ts'
import type { PoolEvent } from '../../events/pools/events.ts'
import { valueCents } from '../../events/pools/holding.ts'
import type { KnownPool } from '../../events/pools/pool.ts'
import type { PoolTerms } from '../../events/pool-terms.ts'
import { Refusal } from '../../events/refusal.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { WalletEvent, WalletEventOf } from '../../events/wallet/events.ts'
import { assertSameAmount, causedBy, keyedStep, type Attempt } from '../http/attempt.ts'
import type { Wallets } from '../wallet/wallets.ts'
import { OrderWorking, type PoolStreams } from './pool-streams.ts'
import { orderRefusal } from './refusals.ts'

/** Money that has left a wallet and has to arrive in a pool or return. */
interface SentContribution {
  readonly contributionId: string
  readonly memberId: string
  readonly poolId: string
  /** Cents. */
  readonly amount: bigint
  /** Terms of the pool that the contribution creates; null for an existing pool. */
  readonly opens: PoolTerms | null
  /** Ledger position of PoolContributionSent. */
  readonly position: bigint
}

/** A sale of a pool's units; the proceeds have to arrive in its owner's wallet. */
interface OrderedProceeds extends Omit<SentProceeds, 'position'> {
  /** Ledger position of PoolProceedsOrdered. */
  readonly position: bigint
}

/** Money that has left a pool and has to arrive in its owner's wallet. */
interface SentProceeds {
  readonly proceedsId: string
  readonly memberId: string
  readonly poolId: string
  /** Cents. */
  readonly amount: bigint
  /** Ledger position of PoolProceedsSent. */
  readonly position: bigint
}

interface Movement {
  /** Id of the contribution or the proceeds. */
  readonly id: string
  /** Cents. */
  readonly amount: bigint
  /** Ledger position of the movement's newest event. */
  readonly position: bigint
}

export type MovementOutcome =
  | (Movement & { readonly status: 'processing' | 'completed' })
  /** Nothing has moved in the end; the reason is the code of a refusal, or of the market's. */
  | (Movement & { readonly status: 'returned'; readonly reason: string })

interface PoolAttempt extends Attempt {
  readonly poolId: string
}

/** Moves money between wallets and pools. The first step commits: from then on the money arrives, or returns. */
export interface Movements {
  /** @throws {Refusal} nothing was appended */
  contribute(order: PoolAttempt & { amount: bigint; opens: PoolTerms | null }): Promise<MovementOutcome>
  /** @throws {Refusal} nothing was appended */
  withdraw(order: PoolAttempt & { amount: bigint }): Promise<MovementOutcome>
  /** @throws {Refusal} nothing was appended */
  close(order: PoolAttempt): Promise<MovementOutcome>
  /** The second steps; safe to repeat and to run concurrently. */
  deliverContribution(contribution: SentContribution): Promise<MovementOutcome>
  sell(ordered: OrderedProceeds): Promise<MovementOutcome>
  deliverProceeds(proceeds: SentProceeds): Promise<MovementOutcome>
}

export const poolIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('pool', memberId, idempotencyKey)
const contributionIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('poolContribution', memberId, idempotencyKey)
const proceedsIdOf = (memberId: string, idempotencyKey: string): string =>
  derivedId('poolProceeds', memberId, idempotencyKey)

export const createMovements = ({
  store,
  wallets,
  pools,
  clock,
  onUnfinished,
}: {
  readonly store: EventStore
  readonly wallets: Wallets
  readonly pools: PoolStreams
  readonly clock: Clock
  /** Called when the background process has to deliver the money. */
  readonly onUnfinished: (id: string, error: unknown) => void
}): Movements => {
  const deliverContribution = async (
    contribution: SentContribution,
    fresh = false,
  ): Promise<MovementOutcome> => {
    const { contributionId, memberId, poolId, amount, opens, position: after } = contribution
    const causationId = derivedId('PoolContributionSent', contributionId)
    const cause = { actor: memberId, correlationId: contributionId, causationId }
    const outcome = { id: contributionId, amount }
    try {
      const eventId = derivedId('PoolContributionReceived', contributionId)
      const { position } = await pools.execute(
        poolId,
        { type: 'receiveContribution', poolId, memberId, contributionId, amount, opens },
        { ...cause, step: { eventId, after, fresh } },
      )
      return { ...outcome, status: 'completed', position }
    } catch (error) {
      if (error instanceof OrderWorking) return { ...outcome, status: 'processing', position: after }
      // A closed pool never reopens, and a market's refusal is final: the money returns to the wallet.
      if (!(error instanceof Refusal)) throw error
      const eventId = derivedId('PoolContributionReturned', contributionId)
      const { events, position } = await wallets.execute(
        memberId,
        { type: 'returnPoolContribution', poolId, contributionId, amount: usd(amount), reason: error.code },
        { ...cause, actor: 'system', at: clock().toISOString(), step: { eventId, after } },
      )
      // Another process may have returned it for another reason.
      const stored = events.find((event) => event.type === 'PoolContributionReturned')
      return { ...outcome, status: 'returned', reason: stored?.data.reason ?? error.code, position }
    }
  }

  const deliverProceeds = async (proceeds: SentProceeds): Promise<MovementOutcome> => {
    const { proceedsId, memberId, poolId, amount, position: after } = proceeds
    const eventId = derivedId('PoolProceedsReceived', proceedsId)
    const { position } = await wallets.execute(
      memberId,
      { type: 'receivePoolProceeds', poolId, proceedsId, amount: usd(amount) },
      {
        actor: memberId,
        correlationId: proceedsId,
        causationId: derivedId('PoolProceedsSent', proceedsId),
        at: clock().toISOString(),
        step: { eventId, after },
      },
    )
    return { id: proceedsId, status: 'completed', amount, position }
  }

  /** Finishes a movement that has begun, or leaves it to the background process. */
  const finish = async (begun: Movement, work: () => Promise<MovementOutcome>): Promise<MovementOutcome> => {
    try {
      return await work()
    } catch (error) {
      onUnfinished(begun.id, error)
      return { ...begun, status: 'processing' }
    }
  }

  /** Reports another member's pool as not found. */
  const ownPool = async (memberId: string, poolId: string): Promise<KnownPool> => {
    const pool = await pools.load(poolId)
    if (pool.status === 'absent' || pool.memberId !== memberId)
      throw new Refusal('pool_not_found', 'You have no pool with this id.')
    return pool
  }

  const assertOpen = async (memberId: string, poolId: string): Promise<void> => {
    const { status } = await ownPool(memberId, poolId)
    if (status === 'closed') throw new Refusal('pool_closed', 'This pool is closed.')
  }

  const contribute: Movements['contribute'] = async (order) => {
    const { memberId, poolId, idempotencyKey, repeated, amount, opens } = order
    const contributionId = contributionIdOf(memberId, idempotencyKey)
    const step = { eventId: derivedId('PoolContributionSent', contributionId), after: 0n }
    // A contribution already sent is completed or returned even if the pool was closed meanwhile.
    const isSent = repeated && (await wallets.find(memberId, step)) !== null
    if (!opens && !isSent) await assertOpen(memberId, poolId)
    const { outcome, events, position } = await wallets.execute(
      memberId,
      { type: 'sendPoolContribution', poolId, contributionId, amount: usd(amount), opens },
      { ...causedBy(order, contributionId), at: clock().toISOString(), ...keyedStep(order, step.eventId) },
    )
    const sent = events.find(isContribution)
    if (!sent) throw new Error(`PoolContributionSent of ${contributionId} was not made`)
    const contribution = { ...sent.data, amount: BigInt(sent.data.amount.minor), position }
    assertSameAmount(usd(contribution.amount), usd(amount))
    return finish({ id: contributionId, amount, position }, () =>
      deliverContribution(contribution, outcome === 'appended'),
    )
  }

  /** Position to search from: the events of a first attempt cannot exist yet. */
  const sinceWhen = async ({ repeated }: Pick<Attempt, 'repeated'>): Promise<bigint> =>
    repeated ? 0n : store.head()

  /** Outcome of a sale: its proceeds, `none` (nothing to pay out) or why nothing was paid; null before its end. */
  const endOf = async (
    memberId: string,
    poolId: string,
    proceedsId: string,
    after: bigint,
  ): Promise<SentProceeds | 'none' | { readonly keptBecause: string } | null> => {
    const stored = (type: PoolEvent['type'], id: string) =>
      pools.find(poolId, { eventId: derivedId(type, id), after })
    const sent = await stored('PoolProceedsSent', proceedsId)
    if (sent?.event.type === 'PoolProceedsSent') {
      const amount = BigInt(sent.event.data.amount.minor)
      return { proceedsId, memberId, poolId, amount, position: sent.position }
    }
    const kept = (await stored('PoolProceedsKept', proceedsId))?.event
    if (kept?.type === 'PoolProceedsKept') return { keptBecause: kept.data.reason }
    const closed = (await stored('PoolClosed', poolId))?.event
    return closed?.type === 'PoolClosed' && closed.data.proceedsId === proceedsId ? 'none' : null
  }

  const sell: Movements['sell'] = async (ordered) => {
    const { proceedsId, memberId, poolId, amount, position } = ordered
    const cause = {
      actor: memberId,
      correlationId: proceedsId,
      causationId: derivedId('PoolProceedsOrdered', proceedsId),
    }
    try {
      await pools.sell(poolId, proceedsId, cause)
    } catch (error) {
      if (!(error instanceof OrderWorking)) throw error
      return { id: proceedsId, status: 'processing', amount, position }
    }
    const end = await endOf(memberId, poolId, proceedsId, position)
    if (end === null) throw new Error(`The sale for ${proceedsId} has ended and left no trace`)
    if (end === 'none') return { id: proceedsId, status: 'completed', amount: 0n, position }
    if ('keptBecause' in end)
      return { id: proceedsId, status: 'returned', reason: end.keptBecause, amount, position }
    return deliverProceeds(end)
  }

  /** Orders the sale if that has not been done, and finishes it as far as the market has filled it. */
  const payOut = async (
    order: PoolAttempt,
    asked: (proceedsId: string) => Parameters<PoolStreams['execute']>[1],
    amount: bigint,
  ): Promise<MovementOutcome> => {
    const { memberId, poolId, idempotencyKey } = order
    const proceedsId = proceedsIdOf(memberId, idempotencyKey)
    const after = await sinceWhen(order)
    // Proceeds paid out by an earlier release have no order event.
    const begun = order.repeated ? await endOf(memberId, poolId, proceedsId, after) : null
    if (begun !== null && begun !== 'none' && !('keptBecause' in begun)) return deliverProceeds(begun)
    const { position } = await pools.execute(poolId, asked(proceedsId), {
      ...causedBy(order, proceedsId),
      step: { eventId: derivedId('PoolProceedsOrdered', proceedsId), after },
    })
    const ordered = { proceedsId, memberId, poolId, amount, position }
    const outcome = await finish({ id: proceedsId, amount, position }, () => sell(ordered))
    if (outcome.status === 'returned') throw orderRefusal(outcome.reason, 'sold')
    return outcome
  }

  const withdraw: Movements['withdraw'] = async (order) => {
    const { memberId, amount } = order
    return payOut(order, (proceedsId) => ({ type: 'withdraw', memberId, proceedsId, amount }), amount)
  }

  const close: Movements['close'] = async (order) => {
    const { memberId, poolId } = order
    const { holding } = await ownPool(memberId, poolId)
    return payOut(order, (proceedsId) => ({ type: 'close', memberId, proceedsId }), valueCents(holding))
  }

  return {
    contribute,
    withdraw,
    close,
    // `fresh` is only known to the call that has just appended the contribution.
    deliverContribution: (one) => deliverContribution(one),
    sell,
    deliverProceeds,
  }
}

const isContribution = (event: WalletEvent): event is WalletEventOf<'PoolContributionSent'> =>
  event.type === 'PoolContributionSent'
