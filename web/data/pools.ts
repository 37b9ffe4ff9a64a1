import { poolOperations } from '../../api/contract/pool-operations.ts'
import { answerOf, fieldOf, listOf } from './sources.ts'

/** A year and the day it began on. */
const HISTORY_DAYS = 366

/** The figures over all pools and bills of the signed-in member. */
export const dashboardFigures = answerOf('dashboard', poolOperations.getDashboard)

/** The member's pools, open ones first. */
export const pools = fieldOf('pools', poolOperations.listPools, 'pools')

/** Where pools are invested, and why nothing can be invested now, if so. */
export const market = answerOf('market', poolOperations.getMarket)

/** One pool with its value by day over the last year, oldest first. */
export const poolDetails = (id: string) =>
  answerOf(`pool:${id}`, poolOperations.getPool, {
    params: { id },
    query: { days: String(HISTORY_DAYS) },
  })

/** Activity of one pool, newest first. */
export const poolActivity = (id: string) =>
  listOf(`pool-activity:${id}`, poolOperations.listPoolActivity, 'activity', { params: { id } })
