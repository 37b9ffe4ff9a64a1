import { newId } from '../../events/ids.ts'
import { poolDaysOf, poolLinesOf, poolsOf } from '../../projections/pools/queries.ts'
import { operations } from '../contract/operations.ts'
import { withIdempotency } from '../http/idempotency.ts'
import { registerOperation, reply, type ApiRouter } from '../http/operation.ts'
import { freshTo } from '../wallet/context.ts'
import { positionOf } from '../wallet/history.ts'
import type { PoolsArea } from './context.ts'
import { changeSettings, closePool, contribute, createPool, ownPool, withdraw } from './commands.ts'
import { monthBegin, poolDayView, poolLineView, poolView } from './views.ts'

const registerReads = (api: ApiRouter, area: PoolsArea): void => {
  registerOperation(api, operations.listPools, async ({ member, minPosition }) => {
    await freshTo(area, minPosition, ['pools'])
    const asOf = area.clock()
    const rows = await poolsOf(area.pool, member.id, monthBegin(asOf))
    return reply({ pools: await Promise.all(rows.map((row) => poolView(area, row))) }, { asOf })
  })
  registerOperation(api, operations.getPool, async ({ member, params, query, minPosition }) => {
    await freshTo(area, minPosition, ['pools'])
    const asOf = area.clock()
    const id = params.id.toLowerCase()
    const pool = await ownPool(area, member.id, id)
    const days = await poolDaysOf(area.pool, id, query.days)
    return reply({ pool, history: days.map(poolDayView) }, { asOf })
  })
  registerOperation(api, operations.listPoolActivity, async ({ member, params, query, minPosition }) => {
    await freshTo(area, minPosition, ['pools'])
    const asOf = area.clock()
    const id = params.id.toLowerCase()
    await ownPool(area, member.id, id)
    const { limit } = query
    const lines = await poolLinesOf(area.pool, id, { limit: limit + 1, before: positionOf(query.cursor) })
    const page = lines.slice(0, limit)
    const last = page.at(-1)
    const next_cursor = lines.length > limit && last ? last.position.toString() : null
    return reply({ activity: page.map(poolLineView), next_cursor }, { asOf })
  })
}

const registerCommands = (api: ApiRouter, area: PoolsArea): void => {
  const { idempotency } = area
  registerOperation(
    api,
    operations.createPool,
    withIdempotency(idempotency, operations.createPool, ({ member, body, idempotencyKey, repeated }) =>
      createPool(area, { memberId: member.id, idempotencyKey, repeated }, body),
    ),
  )
  registerOperation(
    api,
    operations.contributeToPool,
    withIdempotency(
      idempotency,
      operations.contributeToPool,
      ({ member, params, body, idempotencyKey, repeated }) =>
        contribute(
          area,
          { memberId: member.id, idempotencyKey, repeated },
          params.id.toLowerCase(),
          BigInt(body.amount_cents),
        ),
    ),
  )
  registerOperation(
    api,
    operations.withdrawFromPool,
    withIdempotency(
      idempotency,
      operations.withdrawFromPool,
      ({ member, params, body, idempotencyKey, repeated }) =>
        withdraw(
          area,
          { memberId: member.id, idempotencyKey, repeated },
          params.id.toLowerCase(),
          BigInt(body.amount_cents),
        ),
    ),
  )
  registerOperation(
    api,
    operations.closePool,
    withIdempotency(idempotency, operations.closePool, ({ member, params, idempotencyKey, repeated }) =>
      closePool(area, { memberId: member.id, idempotencyKey, repeated }, params.id.toLowerCase()),
    ),
  )
  registerOperation(api, operations.changePoolSettings, ({ member, params, body }) =>
    changeSettings(area, member.id, newId(), params.id.toLowerCase(), body),
  )
}

/** The calls of investment pools. */
export const registerPools = (api: ApiRouter, area: PoolsArea): void => {
  registerReads(api, area)
  registerCommands(api, area)
}
