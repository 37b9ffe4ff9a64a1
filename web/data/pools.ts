import * as z from 'zod/mini'
import { PoolActivity } from '../../api/contract/pools.ts'
import { poolOperations } from '../../api/contract/pool-operations.ts'
import { call } from './client.ts'
import { answerOf, fieldOf, list, type ListSource } from './sources.ts'

/** A year and the day it began on. */
const HISTORY_DAYS = 366

/** The figures over all pools and bills of the signed-in member. */
export const dashboardFigures = answerOf('dashboard', poolOperations.getDashboard)

/** The member's pools, open ones first. */
export const pools = fieldOf('pools', poolOperations.listPools, 'pools')

/** Where pools are invested, and whether they can be. */
export const market = answerOf('market', poolOperations.getMarket)

const PoolDetails = poolOperations.getPool.response
type PoolDetails = z.infer<typeof PoolDetails>

/** One pool with its value by day over the last year, oldest first. */
export const poolDetails = (id: string) =>
  answerOf(`pool:${id}`, poolOperations.getPool, {
    params: { id },
    query: { days: String(HISTORY_DAYS) },
  })

/** What happened to one pool, newest first. */
export const poolActivity = (id: string): ListSource<PoolActivity> =>
  list(
    `pool-activity:${id}`,
    PoolActivity,
    (query, options) => call(poolOperations.listPoolActivity, { params: { id }, query, ...options }),
    (data) => ({ rows: data.activity, nextCursor: data.next_cursor }),
  )
