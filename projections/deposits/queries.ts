import type { Pool } from 'pg'
import type { DepositStage } from '../../events/deposits/deposit.ts'
import type { Currency } from '../../events/money.ts'

/** Money that comes in from outside, as far as the projection `deposits` has come. */
export interface DepositRow {
  readonly id: string
  readonly memberId: string
  readonly method: 'card' | 'ach' | 'bank'
  readonly currency: Currency
  /** Minor units, positive: what the wallet gets. */
  readonly minor: bigint
  /** Minor units that the payer is charged on top. */
  readonly feeMinor: bigint
  /** `completed` is credited to the wallet. */
  readonly status: 'pending' | 'completed' | 'failed' | 'returned'
  readonly stage: DepositStage
  /** Who processes it; null when no processor is involved. */
  readonly provider: string | null
  /** What the processor calls it; null before it is known. */
  readonly reference: string | null
  /** Why it failed or came back; null otherwise. */
  readonly code: string | null
  /** ISO 8601. */
  readonly createdAt: string
  readonly updatedAt: string
  /** Of its first event. */
  readonly position: bigint
}

interface Row {
  id: string
  member_id: string
  method: DepositRow['method']
  currency: Currency
  minor: string | bigint
  fee_minor: string | bigint
  status: DepositRow['status']
  stage: DepositStage
  provider: string | null
  reference: string | null
  code: string | null
  created_at: Date
  updated_at: Date
  position: string | bigint
}

const COLUMNS = `id, member_id, method, currency, minor, fee_minor, status, stage, provider, reference, code,
  created_at, updated_at, position`

const depositFrom = (row: Row): DepositRow => ({
  id: row.id,
  memberId: row.member_id,
  method: row.method,
  currency: row.currency,
  minor: BigInt(row.minor),
  feeMinor: BigInt(row.fee_minor),
  status: row.status,
  stage: row.stage,
  provider: row.provider,
  reference: row.reference,
  code: row.code,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  position: BigInt(row.position),
})

/** Above every position. */
const END = (2n ** 63n - 1n).toString()

/**
 * A member's deposits, newest first.
 * @param page.before only deposits that began at smaller positions
 */
export const depositsOf = async (
  pool: Pool,
  memberId: string,
  page: { readonly limit: number; readonly before?: bigint | undefined },
): Promise<readonly DepositRow[]> => {
  const { rows } = await pool.query<Row>({
    name: 'read_deposits_of',
    text: `select ${COLUMNS} from read.deposit
      where member_id = $1 and position < $2 order by position desc limit $3`,
    values: [memberId, page.before?.toString() ?? END, page.limit],
  })
  return rows.map(depositFrom)
}

/** A deposit by its id; null when there is none. Who may see it is the caller's question. */
export const depositById = async (pool: Pool, id: string): Promise<DepositRow | null> => {
  const { rows } = await pool.query<Row>({
    name: 'read_deposit_by_id',
    text: `select ${COLUMNS} from read.deposit where id = $1`,
    values: [id],
  })
  return rows[0] ? depositFrom(rows[0]) : null
}

/** Ids of deposits whose outcome the wallet does not know although it stood before `olderThan`, oldest first. */
export const unsettledDeposits = async (
  pool: Pool,
  olderThan: Date,
  limit: number,
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'read_unsettled_deposits',
    text: `select id from read.deposit
      where succeeded_position is not null and (not credited or (stage = 'returned' and not reversed))
        and updated_at < $1
      order by updated_at, id limit $2`,
    values: [olderThan.toISOString(), limit],
  })
  return rows.map(({ id }) => id)
}

/** Deposits that their payers have not completed since before `olderThan`, oldest first. */
export const unpaidDeposits = async (
  pool: Pool,
  olderThan: Date,
  limit: number,
): Promise<readonly DepositRow[]> => {
  const { rows } = await pool.query<Row>({
    name: 'read_unpaid_deposits',
    text: `select ${COLUMNS} from read.deposit
      where stage in ('initiated', 'submitted', 'action_required') and updated_at < $1
      order by updated_at, id limit $2`,
    values: [olderThan.toISOString(), limit],
  })
  return rows.map(depositFrom)
}
