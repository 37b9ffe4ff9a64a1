import * as z from 'zod/mini'
import { Dashboard, Market, Pool, PoolActivity } from '../../api/contract/pools.ts'
import { poolOperations } from '../../api/contract/pool-operations.ts'
import { call } from './client.ts'
import { document, type DocumentSource, list, type ListSource } from './sources.ts'

/** A year and the day it began on. */
const HISTORY_DAYS = 366

/** The figures over all pools and bills of the signed-in member. */
export const dashboardFigures: DocumentSource<Dashboard> = document(
  'dashboard',
  Dashboard,
  (options) => call(poolOperations.getDashboard, options),
  (data) => data,
)

/** The member's pools, open ones first. */
export const pools: DocumentSource<Pool[]> = document(
  'pools',
  z.array(Pool),
  (options) => call(poolOperations.listPools, options),
  (data) => data.pools,
)

/** Where pools are invested, and whether they can be. */
export const market: DocumentSource<Market> = document(
  'market',
  Market,
  (options) => call(poolOperations.getMarket, options),
  (data) => data,
)

const PoolDetails = poolOperations.getPool.response
type PoolDetails = z.infer<typeof PoolDetails>

/** One pool with its value by day over the last year, oldest first. */
export const poolDetails = (id: string): DocumentSource<PoolDetails> =>
  document(
    `pool:${id}`,
    PoolDetails,
    (options) =>
      call(poolOperations.getPool, {
        params: { id },
        query: { days: String(HISTORY_DAYS) },
        ...options,
      }),
    (data) => data,
  )

/** What happened to one pool, newest first. */
export const poolActivity = (id: string): ListSource<PoolActivity> =>
  list(
    `pool-activity:${id}`,
    PoolActivity,
    (query, options) => call(poolOperations.listPoolActivity, { params: { id }, query, ...options }),
    (data) => ({ rows: data.activity, nextCursor: data.next_cursor }),
  )
