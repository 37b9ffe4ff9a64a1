import { newId } from '../../events/ids.ts'
import { poolDaysOf, poolLinesOf, poolsOf } from '../../projections/pools/queries.ts'
import { operations } from '../contract/operations.ts'
import { pageOf, placeOf } from '../http/paging.ts'
import { registerCommand, registerOperation, type ApiRouter } from '../http/operation.ts'
import { registerRead } from '../http/reading.ts'
import type { PoolsArea } from './context.ts'
import { changeSettings, closePool, contribute, createPool, ownPool, withdraw } from './commands.ts'
import { monthBegin, poolDayView, poolLineView, poolView } from './views.ts'

const registerReads = (api: ApiRouter, area: PoolsArea): void => {
  registerRead(api, area, operations.listPools, ['pools'], async ({ member }, asOf) => {
    const rows = await poolsOf(area.pool, member.id, monthBegin(asOf))
    return { pools: await Promise.all(rows.map((row) => poolView(area, row))) }
  })
  registerOperation(api, operations.getMarket, async () => {
    const { title, simulated, closed } = area.market
    return { title, simulated, closed }
  })
  registerRead(api, area, operations.getPool, ['pools'], async ({ member, params: { id }, query }) => {
    const pool = await ownPool(area, member.id, id)
    const days = await poolDaysOf(area.pool, id, query.days)
    return { pool, history: days.map(poolDayView) }
  })
  registerRead(
    api,
    area,
    operations.listPoolActivity,
    ['pools'],
    async ({ member, params: { id }, query }) => {
      await ownPool(area, member.id, id)
      const { limit } = query
      const lines = await poolLinesOf(area.pool, id, { limit: limit + 1, before: placeOf(query.cursor) })
      const { page, next_cursor } = pageOf(lines, limit, (last) => last.position.toString())
      return { activity: page.map(poolLineView), next_cursor }
    },
  )
}

const registerCommands = (api: ApiRouter, area: PoolsArea): void => {
  registerCommand(api, operations.createPool, ({ attempt, body }) => createPool(area, attempt, body))
  registerCommand(api, operations.contributeToPool, ({ attempt, params, body }) =>
    contribute(area, attempt, params.id, BigInt(body.amount_cents)),
  )
  registerCommand(api, operations.withdrawFromPool, ({ attempt, params, body }) =>
    withdraw(area, attempt, params.id, BigInt(body.amount_cents)),
  )
  registerCommand(api, operations.closePool, ({ attempt, params }) => closePool(area, attempt, params.id))
  registerOperation(api, operations.changePoolSettings, ({ member, params, body }) =>
    changeSettings(area, member.id, newId(), params.id, body),
  )
}

/** Registers the routes of investment pools. */
export const registerPools = (api: ApiRouter, area: PoolsArea): void => {
  registerReads(api, area)
  registerCommands(api, area)
}
