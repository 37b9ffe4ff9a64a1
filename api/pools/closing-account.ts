import type { Pool } from 'pg'
import { poolsLeft } from '../../projections/pools/queries.ts'
import type { ClosingObstacle } from '../contract/profile.ts'

/** Open pools, those whose orders the market has not filled among them, and money on its way to or from one. */
export const poolObstacles = async (pool: Pool, memberId: string): Promise<readonly ClosingObstacle[]> => {
  const left = await poolsLeft(pool, memberId)
  const obstacles: ClosingObstacle[] = []
  if ((left?.open ?? 0n) > 0n)
    obstacles.push({ code: 'pool_open', message: 'You have an open investment pool. Close it first.' })
  if ((left?.moving ?? 0n) > 0n)
    obstacles.push({
      code: 'pool_in_progress',
      message: 'Money is on its way between a pool and your wallet. Try again in a moment.',
      ends: 'by_waiting',
    })
  return obstacles
}
