import * as z from 'zod/mini'
import { Dashboard, Pool, PoolActivity } from '../../api/contract/pools.ts'
import { operations } from '../../api/contract/operations.ts'
import { call } from './client.ts'
import type { DocumentSource, ListSource } from './sources.ts'

const PAGE_SIZE = 20
/** A year and the day it began on. */
const HISTORY_DAYS = 366

const now = (): string => new Date().toISOString()

/** The figures over all pools and bills of the signed-in member. */
export const dashboardFigures: DocumentSource<Dashboard> = {
  key: 'dashboard',
  schema: Dashboard,
  load: async ({ minPosition }) => {
    const { data, asOf } = await call(operations.getDashboard, { minPosition })
    return { value: data, asOf: asOf ?? now() }
  },
}

/** The member's pools, open ones first. */
export const pools: DocumentSource<Pool[]> = {
  key: 'pools',
  schema: z.array(Pool),
  load: async ({ minPosition }) => {
    const { data, asOf } = await call(operations.listPools, { minPosition })
    return { value: data.pools, asOf: asOf ?? now() }
  },
}

const PoolDetails = operations.getPool.response
export type PoolDetails = z.infer<typeof PoolDetails>

/** One pool with its value by day over the last year, oldest first. */
export const poolDetails = (id: string): DocumentSource<PoolDetails> => ({
  key: `pool:${id}`,
  schema: PoolDetails,
  load: async ({ minPosition }) => {
    const { data, asOf } = await call(operations.getPool, {
      params: { id },
      query: { days: String(HISTORY_DAYS) },
      minPosition,
    })
    return { value: data, asOf: asOf ?? now() }
  },
})

/** What happened to one pool, newest first. */
export const poolActivity = (id: string): ListSource<PoolActivity> => ({
  key: `pool-activity:${id}`,
  schema: PoolActivity,
  idOf: (activity) => activity.id,
  isSettled: () => true,
  loadPage: async (cursor, { minPosition }) => {
    const { data, asOf } = await call(operations.listPoolActivity, {
      params: { id },
      query: { limit: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) },
      minPosition,
    })
    return { rows: data.activity, nextCursor: data.next_cursor, asOf: asOf ?? now() }
  },
})
