import { Pool, type PoolConfig } from 'pg'

/** A pool whose `end` may resolve before its connections have ended: dropping the database then breaks them. */
export const openPool = (config: PoolConfig): Pool => new Pool(config).on('error', () => {})
