import * as z from 'zod/mini'
import { Cursor, Id, ListLimit } from './fields.ts'
import { operation } from './operation.ts'
import {
  ContributionRequest,
  CreatePoolRequest,
  Dashboard,
  Market,
  Pool,
  PoolActivity,
  PoolDay,
  PoolMove,
  PoolSettingsRequest,
  WithdrawalRequest,
} from './pools.ts'

const poolId = z.strictObject({ id: Id })

const HistoryDays = z._default(
  z
    .pipe(z.string().check(z.regex(/^\d{1,4}$/, 'days is a number from 1 to 1100.')), z.transform(Number))
    .check(z.refine((days) => days >= 1 && days <= 1_100, 'days is a number from 1 to 1100.')),
  366,
)

export const poolOperations = {
  getDashboard: operation({
    id: 'getDashboard',
    method: 'GET',
    path: '/api/dashboard',
    summary: "The member's figures: pool value, bills paid by investments, active services, cost savings",
    access: 'member',
    response: Dashboard,
  }),
  listPools: operation({
    id: 'listPools',
    method: 'GET',
    path: '/api/investments/pools',
    summary: "The member's pools, open ones first, then the newest",
    access: 'member',
    response: z.object({ pools: z.array(Pool) }),
  }),
  getMarket: operation({
    id: 'getMarket',
    method: 'GET',
    path: '/api/investments/market',
    summary: 'Where pools are invested, whether that is simulated, and why nothing can be invested now if so',
    access: 'member',
    response: Market,
  }),
  createPool: operation({
    id: 'createPool',
    method: 'POST',
    path: '/api/investments/pools',
    summary: 'Opens a pool with money of the USD wallet, at least $100',
    access: 'member',
    movesValue: true,
    body: CreatePoolRequest,
    response: PoolMove,
    status: 201,
  }),
  getPool: operation({
    id: 'getPool',
    method: 'GET',
    path: '/api/investments/pools/{id}',
    summary: 'A pool with its value by day, oldest first',
    access: 'member',
    params: poolId,
    query: z.strictObject({ days: HistoryDays }),
    response: z.object({ pool: Pool, history: z.array(PoolDay) }),
  }),
  listPoolActivity: operation({
    id: 'listPoolActivity',
    method: 'GET',
    path: '/api/investments/pools/{id}/activity',
    summary: 'What happened to a pool, newest first',
    access: 'member',
    params: poolId,
    query: z.strictObject({ limit: ListLimit, cursor: z.optional(Cursor) }),
    response: z.object({ activity: z.array(PoolActivity), next_cursor: z.nullable(z.string()) }),
  }),
  contributeToPool: operation({
    id: 'contributeToPool',
    method: 'POST',
    path: '/api/investments/pools/{id}/contributions',
    summary: 'Moves money from the USD wallet into a pool',
    access: 'member',
    movesValue: true,
    params: poolId,
    body: ContributionRequest,
    response: PoolMove,
    status: 201,
  }),
  withdrawFromPool: operation({
    id: 'withdrawFromPool',
    method: 'POST',
    path: '/api/investments/pools/{id}/withdrawals',
    summary: 'Moves money from a pool into the USD wallet: its cash first, then units are sold',
    access: 'member',
    movesValue: true,
    params: poolId,
    body: WithdrawalRequest,
    response: PoolMove,
    status: 201,
  }),
  changePoolSettings: operation({
    id: 'changePoolSettings',
    method: 'PUT',
    path: '/api/investments/pools/{id}/settings',
    summary: 'Switches auto-pay, or sets the target monthly yield; what is left out stays',
    access: 'member',
    params: poolId,
    body: PoolSettingsRequest,
    response: Pool,
  }),
  closePool: operation({
    id: 'closePool',
    method: 'POST',
    path: '/api/investments/pools/{id}/close',
    summary: 'Sells everything, moves it into the USD wallet and closes the pool for good',
    access: 'member',
    movesValue: true,
    params: poolId,
    response: PoolMove,
  }),
} as const
