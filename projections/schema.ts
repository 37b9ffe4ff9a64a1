import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { LEVEL } from '../events/level.ts'
import { activity } from './activity/table.ts'
import { bill } from './bills/table.ts'
import { walletDay } from './daily/table.ts'
import { ddlOf } from './ddl.ts'
import { deposit } from './deposits/table.ts'
import { proposal, stakeLock, vote } from './governance/tables.ts'
import { merkleEvent } from './merkle/table.ts'
import { poolTransfer } from './pool-transfers/table.ts'
import { pool, poolActivity, poolDay } from './pools/tables.ts'
import { PROJECTIONS } from './projections.ts'
import { transferRequest } from './requests/table.ts'
import { rewardClaim, stake, stakeChange, stakeTotal } from './token/tables.ts'
import { wallet } from './wallet/table.ts'
import { withdrawal } from './withdrawals/table.ts'

const TABLES = [
  wallet,
  walletDay,
  activity,
  deposit,
  withdrawal,
  transferRequest,
  stake,
  stakeTotal,
  stakeChange,
  rewardClaim,
  proposal,
  vote,
  stakeLock,
  pool,
  poolDay,
  poolActivity,
  poolTransfer,
  bill,
  merkleEvent,
]

const sqlIn = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8')

/** Creates all tables and functions of the read models in the schema of the search path. */
export const SCHEMA_SQL = [
  sqlIn('checkpoint.sql'),
  sqlIn('merkle/merkle.sql'),
  ...TABLES.map((table) => ddlOf(table)),
].join('\n')

/**
 * The schema of this release's read models, named after the tables, what the projections write into them
 * and the facts that they can read (`LEVEL`): a release
 * with others builds its own beside it, and each goes on with its own while both run. All of it comes from the log, so
 * it can be rebuilt at any time.
 */
export const READ_SCHEMA = `read_${createHash('sha256')
  .update(SCHEMA_SQL)
  .update(JSON.stringify([LEVEL, PROJECTIONS.map(({ name, version }) => [name, version])]))
  .digest('hex')
  .slice(0, 8)}`
