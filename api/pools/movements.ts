import { derivedId, type Clock } from '../../events/ids.ts'
import { usd } from '../../events/money.ts'
import { parsePoolEvent, poolStream, type PoolEvent } from '../../events/pools/events.ts'
import type { KnownPool } from '../../events/pools/pool.ts'
import type { PoolTerms } from '../../events/pool-terms.ts'
import { Refusal } from '../../events/refusal.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { parseWalletEvent, walletStream } from '../../events/wallet/events.ts'
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

  /** The contribution as the ledger has it, null when it was never sent. */
  const sentBefore = async (memberId: string, contributionId: string): Promise<SentContribution | null> => {
    const eventId = derivedId('PoolContributionSent', contributionId)
    for await (const recorded of store.readStream(walletStream(memberId), { direction: 'backwards' })) {
      if (recorded.id !== eventId) continue
      const event = parseWalletEvent(recorded)
      if (event.type !== 'PoolContributionSent') break
      const { poolId, amount, opens } = event.data
      const { position } = recorded
      return { contributionId, memberId, poolId, amount: BigInt(amount.minor), opens, position }
    }
    return null
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
    let sent = repeated ? await sentBefore(memberId, contributionId) : null
    let fresh = false
    if (!sent) {
      if (!opens) await assertOpen(memberId, poolId)
      const { outcome, position } = await wallets.execute(
        memberId,
        { type: 'sendPoolContribution', poolId, contributionId, amount: usd(amount), opens },
        {
          ...causedBy(order, contributionId),
          at: clock().toISOString(),
          ...(repeated && {
            step: { eventId: derivedId('PoolContributionSent', contributionId), after: 0n },
          }),
        },
      )
      fresh = outcome === 'appended'
      sent =
        outcome === 'already_done'
          ? await sentBefore(memberId, contributionId)
          : { contributionId, memberId, poolId, amount, opens, position }
      if (!sent) throw new Error(`PoolContributionSent of ${contributionId} is not in the ledger`)
    }
    const contribution = sent
    return finish({ id: contributionId, amount, position: contribution.position }, () =>
      deliver(contribution, fresh),
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

  /** What a closing by this very attempt paid out; null when the pool was closed by another, or isn't. */
  const closedBefore = async (poolId: string, proceedsId: string): Promise<SentProceeds | null> => {
    let position: bigint | null = null
    for await (const recorded of store.readStream(poolStream(poolId), { direction: 'backwards' })) {
      const event = parsePoolEvent(recorded)
      if (event.type === 'PoolClosed') {
        if (event.data.proceedsId !== proceedsId) return null
        position = recorded.position
        continue
      }
      if (position === null) continue
      const { memberId } = event.data
      const amount = paidBy(event, proceedsId)
      // What a closing pays out stands right before it.
      return { proceedsId, memberId, poolId, amount, position: amount > 0n ? recorded.position : position }
    }
    return null
  }

  const close: Movements['close'] = async (order) => {
    const { memberId, poolId, idempotencyKey } = order
    const proceedsId = proceedsIdOf(memberId, idempotencyKey)
    await ownPool(memberId, poolId)
    const { outcome, events, position } = await pools.execute(
      poolId,
      { type: 'close', memberId, proceedsId },
      {
        ...causedBy(order, proceedsId),
        step: { eventId: derivedId('PoolClosed', poolId), after: await sinceWhen(order) },
      },
    )
    const paid = events.reduce((sum, event) => sum + paidBy(event, proceedsId), 0n)
    const sent =
      outcome === 'appended'
        ? { proceedsId, memberId, poolId, amount: paid, position: position - 1n }
        : await closedBefore(poolId, proceedsId)
    if (!sent) throw new Refusal('already_closed', 'This pool is closed already.')
    if (sent.amount === 0n) return { id: proceedsId, status: 'completed', amount: 0n, position }
    const proceeds = sent
    return finish({ id: proceedsId, amount: proceeds.amount, position: proceeds.position }, () =>
      bring(proceeds),
    )
  }

  return { contribute, withdraw, close, deliver: (one) => deliver(one), bring: (one) => bring(one) }
}

const paidBy = (event: PoolEvent, proceedsId: string): bigint =>
  event.type === 'PoolProceedsSent' && event.data.proceedsId === proceedsId
    ? BigInt(event.data.amount.minor)
    : 0n
