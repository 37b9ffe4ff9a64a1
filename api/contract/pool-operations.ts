import * as z from 'zod/mini'
import { ById, numberTo, Page } from './fields.ts'
import { defineOperations, member } from './operation.ts'
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

export const poolOperations = defineOperations({
  getDashboard: member.get('/api/dashboard', {
    batchable: true,
    summary: "The member's figures: pool value, bills paid by investments, active services, cost savings",
    response: Dashboard,
  }),
  listPools: member.get('/api/investments/pools', {
    batchable: true,
    summary: "The member's pools, open ones first, then the newest",
    response: z.object({ pools: z.array(Pool) }),
  }),
  getMarket: member.get('/api/investments/market', {
    summary: 'Where pools are invested, whether that is simulated, and why nothing can be invested now if so',
    response: Market,
  }),
  createPool: member.post('/api/investments/pools', {
    summary: 'Opens a pool with money of the USD wallet, at least $100',
    movesValue: true,
    body: CreatePoolRequest,
    response: PoolMove,
    status: 201,
  }),
  getPool: member.get('/api/investments/pools/{id}', {
    summary: 'A pool with its value by day, oldest first',
    params: ById,
    query: z.strictObject({ days: numberTo(1_100, 'days', 366) }),
    response: z.object({ pool: Pool, history: z.array(PoolDay) }),
  }),
  listPoolActivity: member.get('/api/investments/pools/{id}/activity', {
    summary: 'What happened to a pool, newest first',
    params: ById,
    query: Page,
    response: z.object({ activity: z.array(PoolActivity), next_cursor: z.nullable(z.string()) }),
  }),
  contributeToPool: member.post('/api/investments/pools/{id}/contributions', {
    summary: 'Moves money from the USD wallet into a pool',
    movesValue: true,
    params: ById,
    body: ContributionRequest,
    response: PoolMove,
    status: 201,
  }),
  withdrawFromPool: member.post('/api/investments/pools/{id}/withdrawals', {
    summary: 'Moves money from a pool into the USD wallet: its cash first, then units are sold',
    movesValue: true,
    params: ById,
    body: WithdrawalRequest,
    response: PoolMove,
    status: 201,
  }),
  changePoolSettings: member.put('/api/investments/pools/{id}/settings', {
    summary: 'Switches auto-pay, or sets the target monthly yield; what is left out stays',
    params: ById,
    body: PoolSettingsRequest,
    response: Pool,
  }),
  closePool: member.post('/api/investments/pools/{id}/close', {
    summary: 'Sells everything, moves it into the USD wallet and closes the pool for good',
    movesValue: true,
    params: ById,
    response: PoolMove,
  }),
})
