import { Refusal } from '../../events/refusal.ts'
import { isPaidInto } from '../../projections/pool-transfers/queries.ts'
import { poolById } from '../../projections/pools/queries.ts'
import type { Attempt } from '../http/attempt.ts'
import type { operations } from '../contract/operations.ts'
import type { BodyOf } from '../contract/operation.ts'
import type { Pool, PoolMove } from '../contract/pools.ts'
import { HttpError } from '../http/errors.ts'
import { reply, type Reply } from '../http/reply.ts'
import { freshTo, isFreshTo } from '../http/reading.ts'
import type { PoolsArea } from './context.ts'
import { MarketUnavailable, type Market } from './market.ts'
import { poolIdOf, type MovementOutcome } from './movements.ts'
import { contributionRefusal } from './refusals.ts'
import { monthBegin, poolView } from './views.ts'

/** A pool as shown to its owner. @throws {HttpError} 404 */
export const ownPool = async (area: PoolsArea, memberId: string, poolId: string): Promise<Pool> => {
  const row = await poolById(area.pool, memberId, poolId, monthBegin(area.clock()))
  if (!row) throw new HttpError(404, 'pool_not_found', 'You have no pool with this id.')
  return poolView(area, row)
}

/** Rejects the command before any money leaves the wallet. */
const assertOpen = ({ closed }: Market): void => {
  if (closed !== null) throw new Refusal('market_closed', closed)
}

/** Maps an unavailable market to 503: nothing has been done yet, or a retry will not do it twice. */
const reachable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MarketUnavailable)) throw error
    const sentence = 'The market cannot be reached right now. Trying again is safe.'
    throw new HttpError(503, 'market_unavailable', sentence, { cause: error, retryAfterSeconds: 5 })
  }
}

/** @throws {Refusal} the market took no order for it, or the pool was closed: nothing has moved in the end */
const moved = async (
  area: PoolsArea,
  memberId: string,
  poolId: string,
  outcome: MovementOutcome,
): Promise<Reply<PoolMove>> => {
  if (outcome.status === 'returned') throw contributionRefusal(outcome.reason)
  const { id, status, amount, position } = outcome
  // The money has moved, whether or not the read models can show the pool after it.
  const shown = await isFreshTo(area, position, ['pools', 'wallet'])
  const row = shown ? await poolById(area.pool, memberId, poolId, monthBegin(area.clock())) : null
  const body = {
    id,
    pool_id: poolId,
    status,
    amount_cents: Number(amount),
    pool: row && (await poolView(area, row)),
    position: position.toString(),
  }
  return reply(body, { position })
}

export const createPool = async (
  area: PoolsArea,
  attempt: Attempt,
  body: BodyOf<(typeof operations)['createPool']>,
): Promise<Reply<PoolMove>> => {
  assertOpen(area.market)
  const { memberId, idempotencyKey } = attempt
  const poolId = poolIdOf(memberId, idempotencyKey)
  const outcome = await area.movements.contribute({
    ...attempt,
    poolId,
    amount: BigInt(body.initial_investment_cents),
    opens: {
      name: await area.messageKeys.encrypt(memberId, body.pool_name),
      poolType: body.pool_type,
      risk: body.risk_profile,
      autoPay: body.auto_bill_payment_enabled,
      target: body.target_monthly_yield_cents.toString(),
    },
  })
  return moved(area, memberId, poolId, outcome)
}

export const contribute = async (
  area: PoolsArea,
  attempt: Attempt,
  poolId: string,
  amount: bigint,
): Promise<Reply<PoolMove>> => {
  assertOpen(area.market)
  const outcome = await area.movements.contribute({
    ...attempt,
    poolId,
    amount,
    opens: null,
  })
  return moved(area, attempt.memberId, poolId, outcome)
}

export const withdraw = async (
  area: PoolsArea,
  attempt: Attempt,
  poolId: string,
  amount: bigint,
): Promise<Reply<PoolMove>> =>
  moved(
    area,
    attempt.memberId,
    poolId,
    await reachable(() => area.movements.withdraw({ ...attempt, poolId, amount })),
  )

export const closePool = async (
  area: PoolsArea,
  attempt: Attempt,
  poolId: string,
): Promise<Reply<PoolMove>> => {
  // A purchase that is still pending would have no pool any more.
  if (!attempt.repeated && (await isPaidInto(area.pool, poolId)))
    throw new Refusal(
      'order_pending',
      'Money is on its way into this pool. Close it when it has been invested, at the latest after the next trading day has opened.',
    )
  const outcome = await reachable(() => area.movements.close({ ...attempt, poolId }))
  return moved(area, attempt.memberId, poolId, outcome)
}

export const changeSettings = async (
  area: PoolsArea,
  memberId: string,
  changeId: string,
  poolId: string,
  body: BodyOf<(typeof operations)['changePoolSettings']>,
): Promise<Reply<Pool>> => {
  const target = body.target_monthly_yield_cents
  const { position } = await area.pools.execute(
    poolId,
    {
      type: 'changeSettings',
      memberId,
      changeId,
      autoPay: body.auto_bill_payment_enabled,
      target: target === undefined ? undefined : BigInt(target),
    },
    { actor: memberId, correlationId: changeId, causationId: changeId },
  )
  await freshTo(area, position, ['pools'])
  return reply(await ownPool(area, memberId, poolId), { position })
}
