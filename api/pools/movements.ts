import { derivedId, type Clock } from '../../events/ids.ts'
import { usd } from '../../events/money.ts'
import type { PoolEvent } from '../../events/pools/events.ts'
import type { KnownPool } from '../../events/pools/pool.ts'
import type { PoolTerms } from '../../events/pool-terms.ts'
import { Refusal } from '../../events/refusal.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { WalletEvent, WalletEventOf } from '../../events/wallet/events.ts'
import { causedBy, type Attempt } from '../attempt.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { PoolStreams } from './pool-streams.ts'

/** Money that has left a wallet and has to arrive in a pool or come back. */
export interface SentContribution {
  readonly contributionId: string
  readonly memberId: string
  readonly poolId: string
  /** Cents. */
  readonly amount: bigint
  /** With these terms it creates the pool. */
  readonly opens: PoolTerms | null
  /** Ledger position of PoolContributionSent. */
  readonly position: bigint
}

/** Money that has left a pool and has to arrive in its owner's wallet. */
export interface SentProceeds {
  readonly proceedsId: string
  readonly memberId: string
  readonly poolId: string
  /** Cents. */
  readonly amount: bigint
  /** Ledger position of PoolProceedsSent. */
  readonly position: bigint
}

export interface MovementOutcome {
  /** Of the contribution or the proceeds. */
  readonly id: string
  readonly status: 'processing' | 'completed' | 'returned'
  /** Cents. */
  readonly amount: bigint
  /** Ledger position of its newest event. */
  readonly position: bigint
}

interface PoolAttempt extends Attempt {
  readonly poolId: string
}

/** Moves money between wallets and pools. Its first step commits: from then on the money arrives, or comes back. */
export interface Movements {
  /** @throws {Refusal} nothing was appended */
  contribute(order: PoolAttempt & { amount: bigint; opens: PoolTerms | null }): Promise<MovementOutcome>
  /** @throws {Refusal} nothing was appended */
  withdraw(order: PoolAttempt & { amount: bigint }): Promise<MovementOutcome>
  /** @throws {Refusal} nothing was appended */
  close(order: PoolAttempt): Promise<MovementOutcome>
  /** The second steps; safe to repeat any number of times, at the same time too. */
  deliver(contribution: SentContribution): Promise<MovementOutcome>
  bring(proceeds: SentProceeds): Promise<MovementOutcome>
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
  /** Told when money is on its way and a process has to bring it. */
  readonly onUnfinished: (id: string, error: unknown) => void
}): Movements => {
  const deliver = async (contribution: SentContribution, fresh = false): Promise<MovementOutcome> => {
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
      // A pool closes for ever, so this refusal is final and the money goes back.
      if (!(error instanceof Refusal)) throw error
      const eventId = derivedId('PoolContributionReturned', contributionId)
      const { position } = await wallets.execute(
        memberId,
        { type: 'returnPoolContribution', poolId, contributionId, amount: usd(amount), reason: error.code },
        { ...cause, actor: 'system', at: clock().toISOString(), step: { eventId, after } },
      )
      return { ...outcome, status: 'returned', position }
    }
  }

  const bring = async (proceeds: SentProceeds, fresh = false): Promise<MovementOutcome> => {
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
        step: { eventId, after, fresh },
      },
    )
    return { id: proceedsId, status: 'completed', amount, position }
  }

  /** Finishes what has begun, or leaves it to the process. */
  const finish = async (
    begun: Omit<MovementOutcome, 'status'>,
    work: () => Promise<MovementOutcome>,
  ): Promise<MovementOutcome> => {
    try {
      return await work()
    } catch (error) {
      onUnfinished(begun.id, error)
      return { ...begun, status: 'processing' }
    }
  }

  /** Another member's pool does not exist for whoever asks. */
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
    // A pool that was closed meanwhile does not undo what has been sent to it.
    const isSent = repeated && (await wallets.find(memberId, step)) !== null
    if (!opens && !isSent) await assertOpen(memberId, poolId)
    const { outcome, events, position } = await wallets.execute(
      memberId,
      { type: 'sendPoolContribution', poolId, contributionId, amount: usd(amount), opens },
      { ...causedBy(order, contributionId), at: clock().toISOString(), ...(repeated && { step }) },
    )
    const sent = events.find(isContribution)
    if (!sent) throw new Error(`PoolContributionSent of ${contributionId} was not made`)
    const contribution = { ...sent.data, amount: BigInt(sent.data.amount.minor), position }
    return finish({ id: contributionId, amount, position }, () =>
      deliver(contribution, outcome === 'appended'),
    )
  }

  /** A step of a first attempt cannot stand anywhere yet. */
  const sinceWhen = async ({ repeated }: Pick<Attempt, 'repeated'>): Promise<bigint> =>
    repeated ? 0n : store.head()

  const withdraw: Movements['withdraw'] = async (order) => {
    const { memberId, poolId, idempotencyKey, amount } = order
    const proceedsId = proceedsIdOf(memberId, idempotencyKey)
    const { outcome, position } = await pools.execute(
      poolId,
      { type: 'withdraw', memberId, proceedsId, amount },
      {
        ...causedBy(order, proceedsId),
        step: { eventId: derivedId('PoolProceedsSent', proceedsId), after: await sinceWhen(order) },
      },
    )
    return finish({ id: proceedsId, amount, position }, () =>
      bring({ proceedsId, memberId, poolId, amount, position }, outcome === 'appended'),
    )
  }

  const close: Movements['close'] = async (order) => {
    const { memberId, poolId, idempotencyKey } = order
    const proceedsId = proceedsIdOf(memberId, idempotencyKey)
    await ownPool(memberId, poolId)
    const after = await sinceWhen(order)
    const { outcome, events, position } = await pools.execute(
      poolId,
      { type: 'close', memberId, proceedsId },
      { ...causedBy(order, proceedsId), step: { eventId: derivedId('PoolClosed', poolId), after } },
    )
    const isOwn = events.some(({ type, data }) => type === 'PoolClosed' && data.proceedsId === proceedsId)
    if (!isOwn) throw new Refusal('already_closed', 'This pool is closed already.')
    const eventId = derivedId('PoolProceedsSent', proceedsId)
    const earlier = outcome === 'appended' ? null : await pools.find(poolId, { eventId, after })
    const amount = [...events, ...(earlier ? [earlier.event] : [])].reduce(
      (sum, event) => sum + paidBy(event, proceedsId),
      0n,
    )
    if (amount === 0n) return { id: proceedsId, status: 'completed', amount, position }
    // What a closing pays out stands right before it.
    const sent = { proceedsId, memberId, poolId, amount, position: earlier?.position ?? position - 1n }
    return finish({ id: proceedsId, amount, position: sent.position }, () => bring(sent))
  }

  return { contribute, withdraw, close, deliver: (one) => deliver(one), bring: (one) => bring(one) }
}

const isContribution = (event: WalletEvent): event is WalletEventOf<'PoolContributionSent'> =>
  event.type === 'PoolContributionSent'

const paidBy = (event: PoolEvent, proceedsId: string): bigint =>
  event.type === 'PoolProceedsSent' && event.data.proceedsId === proceedsId
    ? BigInt(event.data.amount.minor)
    : 0n
