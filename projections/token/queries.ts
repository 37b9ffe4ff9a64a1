import type { Pool } from 'pg'
import type { ActivityStatus } from '../activity/changes.ts'
import type { Accrual } from '../../events/wallet/wallet.ts'

/** A member's tokens: what can be spent, what is staked, what holds the stake. */
export interface TokensRow {
  readonly balance: bigint
  readonly stake: Accrual
  /** The hold on most of the stake at the time asked for; null when none is on it. */
  readonly lock: { readonly proposalId: string; readonly minor: bigint; readonly until: string } | null
}

interface TokensSqlRow {
  yut_minor: string | bigint
  minor: string | bigint | null
  seconds: string | null
  since: Date | null
  claimed_minor: string | bigint | null
  lock_proposal_id: string | null
  lock_minor: string | bigint | null
  lock_until: Date | null
}

const NO_TOKENS: TokensRow = {
  balance: 0n,
  stake: { minor: 0n, seconds: 0n, since: null, claimedMinor: 0n },
  lock: null,
}

/** A member's tokens at `now`; nothing before the wallet is opened. */
export const tokensOf = async (pool: Pool, memberId: string, now: Date): Promise<TokensRow> => {
  const { rows } = await pool.query<TokensSqlRow>({
    name: 'read_tokens_of',
    text: `
      select wallet.yut_minor, stake.minor, stake.seconds, stake.since, stake.claimed_minor,
        lock.proposal_id as lock_proposal_id, lock.minor as lock_minor, lock.until as lock_until
      from read.wallet
      left join read.stake using (member_id)
      left join lateral (
        select proposal_id, minor, until from read.stake_lock
        where stake_lock.member_id = wallet.member_id and until > $2
        order by minor desc, until desc, proposal_id limit 1
      ) as lock on true
      where wallet.member_id = $1`,
    values: [memberId, now.toISOString()],
  })
  const [row] = rows
  if (!row) return NO_TOKENS
  return {
    balance: BigInt(row.yut_minor),
    stake: {
      minor: BigInt(row.minor ?? 0),
      seconds: BigInt(row.seconds ?? 0),
      since: row.since?.toISOString() ?? null,
      claimedMinor: BigInt(row.claimed_minor ?? 0),
    },
    lock:
      row.lock_proposal_id !== null && row.lock_minor !== null && row.lock_until !== null
        ? {
            proposalId: row.lock_proposal_id,
            minor: BigInt(row.lock_minor),
            until: row.lock_until.toISOString(),
          }
        : null,
  }
}

/** Everything that moves tokens by the member's or another member's wish. */
const KINDS = [
  'stake',
  'unstake',
  'rewards_claimed',
  'transfer_sent',
  'transfer_received',
  'transfer_returned',
] as const

/** One movement of a member's tokens. */
export interface TokenLine {
  readonly id: string
  readonly kind: (typeof KINDS)[number]
  /** Millionths of a YUT, signed: positive came into the balance. */
  readonly minor: bigint
  readonly status: ActivityStatus
  readonly counterpartyId: string | null
  readonly occurredAt: string
}

interface TokenSqlRow {
  id: string
  kind: TokenLine['kind']
  minor: string | bigint
  status: ActivityStatus
  counterparty_id: string | null
  occurred_at: Date
}

/** A member's newest token movements. Of each kind only the newest `limit` lines are read. */
export const tokenLinesOf = async (
  pool: Pool,
  memberId: string,
  limit: number,
): Promise<readonly TokenLine[]> => {
  const { rows } = await pool.query<TokenSqlRow>({
    name: 'read_token_lines',
    text: `
      select line.* from unnest($2::text[]) as one (kind)
        cross join lateral (
          select id, kind, minor, status, counterparty_id, occurred_at, position from read.activity
          where member_id = $1 and kind = one.kind and currency = 'YUT'
          order by -position limit $3
        ) as line
      order by position desc limit $3`,
    values: [memberId, KINDS, limit],
  })
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    minor: BigInt(row.minor),
    status: row.status,
    counterpartyId: row.counterparty_id,
    occurredAt: row.occurred_at.toISOString(),
  }))
}

/** The stake of all members as far as the projection `yut` has come, in millionths of a YUT. */
export const totalStake = async (pool: Pool): Promise<bigint> => {
  const { rows } = await pool.query<{ minor: string | bigint }>({
    name: 'read_total_stake',
    text: 'select coalesce((select minor from read.stake_total), 0)::bigint as minor',
  })
  return BigInt(rows[0]?.minor ?? 0)
}

/**
 * The stake of all members as it was at `at` (ISO time), by every event up to `position`: the total now less
 * what came after. Total, history and position are of one moment.
 */
export const totalStakeAt = async (
  pool: Pool,
  at: string,
): Promise<{ readonly minor: bigint; readonly position: bigint }> => {
  const { rows } = await pool.query<{ minor: string | bigint; position: string | bigint }>({
    name: 'read_total_stake_at',
    text: `
      select (coalesce((select minor from read.stake_total), 0)
          - coalesce((select sum(minor) from read.stake_change where occurred_at > $1), 0))::bigint as minor,
        (select position from read.checkpoint where name = 'yut') as position`,
    values: [at],
  })
  const [row] = rows
  if (!row) throw new Error('The projection yut has no checkpoint')
  return { minor: BigInt(row.minor), position: BigInt(row.position) }
}

/** Rewards that were set aside for a claim. */
export interface ClaimRow {
  readonly claimId: string
  readonly memberId: string
  /** Millionths of a YUT. */
  readonly minor: bigint
  readonly claimedBefore: bigint
  readonly status: 'open' | 'paid' | 'released'
  /** ISO time. */
  readonly reservedAt: string
  /** Of RewardsReserved. */
  readonly position: bigint
}

interface ClaimSqlRow {
  id: string
  member_id: string
  minor: string | bigint
  claimed_before: string | bigint
  status: ClaimRow['status']
  reserved_at: Date
  position: string | bigint
}

const CLAIM_COLUMNS = 'id, member_id, minor, claimed_before, status, reserved_at, position'

const claimFrom = (row: ClaimSqlRow): ClaimRow => ({
  claimId: row.id,
  memberId: row.member_id,
  minor: BigInt(row.minor),
  claimedBefore: BigInt(row.claimed_before),
  status: row.status,
  reservedAt: row.reserved_at.toISOString(),
  position: BigInt(row.position),
})

export const claimById = async (pool: Pool, id: string): Promise<ClaimRow | null> => {
  const { rows } = await pool.query<ClaimSqlRow>({
    name: 'read_claim_by_id',
    text: `select ${CLAIM_COLUMNS} from read.reward_claim where id = $1`,
    values: [id],
  })
  return rows[0] ? claimFrom(rows[0]) : null
}

/** Claims made before `olderThan` that have been neither paid nor released, oldest first. */
export const openClaims = async (
  pool: Pool,
  olderThan: Date,
  limit: number,
): Promise<readonly ClaimRow[]> => {
  const { rows } = await pool.query<ClaimSqlRow>({
    name: 'read_open_claims',
    text: `select ${CLAIM_COLUMNS} from read.reward_claim where status = 'open' and reserved_at < $1
      order by reserved_at, id limit $2`,
    values: [olderThan.toISOString(), limit],
  })
  return rows.map(claimFrom)
}
