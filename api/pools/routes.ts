import { newId } from '../../events/ids.ts'
import { poolDaysOf, poolLinesOf, poolsOf } from '../../projections/pools/queries.ts'
import { operations } from '../contract/operations.ts'
import { registerCommand, registerOperation, reply, type ApiRouter } from '../http/operation.ts'
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
  registerOperation(api, operations.getMarket, async () => {
    const { title, simulated, closed } = area.market
    return { title, simulated, closed }
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
  registerCommand(api, operations.createPool, ({ attempt, body }) => createPool(area, attempt, body))
  registerCommand(api, operations.contributeToPool, ({ attempt, params, body }) =>
    contribute(area, attempt, params.id.toLowerCase(), BigInt(body.amount_cents)),
  )
  registerCommand(api, operations.withdrawFromPool, ({ attempt, params, body }) =>
    withdraw(area, attempt, params.id.toLowerCase(), BigInt(body.amount_cents)),
  )
  registerCommand(api, operations.closePool, ({ attempt, params }) =>
    closePool(area, attempt, params.id.toLowerCase()),
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
