import type { Pool } from 'pg'
import type { Accrual } from '../../events/wallet/wallet.ts'
import { activity, KIND_CODES } from '../activity/table.ts'
import { coded, int8, nullable, numeric, timestamp, uuid } from '../columns.ts'
import { sharedRead } from '../shared-read.ts'
import { readRow, rowQuery, rowsQuery } from '../query.ts'
import { shape, type RowOf } from '../table.ts'
import { rewardClaim, stakeTotal } from './tables.ts'
import { READ_SCHEMA } from '../schema.ts'

/** A member's tokens: the balance, the stake, and the lock on the stake. */
export interface TokensRow {
  readonly balance: bigint
  readonly stake: Accrual
  /** The largest lock on the stake at the requested time; null without one. */
  readonly lock: {
    readonly proposalId: string
    readonly minor: bigint
    readonly until: string
    readonly by: 'vote' | 'proposal'
  } | null
}

const Tokens = shape({
  yutMinor: int8,
  minor: nullable(int8),
  seconds: nullable(numeric),
  since: nullable(timestamp),
  claimedMinor: nullable(int8),
  lockProposalId: nullable(uuid),
  lockMinor: nullable(int8),
  lockUntil: nullable(timestamp),
  lockVoteId: nullable(uuid),
})

const NO_TOKENS: TokensRow = {
  balance: 0n,
  stake: { minor: 0n, seconds: 0n, since: null, claimedMinor: 0n },
  lock: null,
}

const readTokens = async (pool: Pool, memberId: string, now: Date): Promise<TokensRow> => {
  const row = await readRow(pool, Tokens, {
    name: 'read_tokens_of',
    text: `
      select wallet.yut_minor, stake.minor, stake.seconds::text as seconds, stake.since, stake.claimed_minor,
        lock.proposal_id as lock_proposal_id, lock.minor as lock_minor, lock.until as lock_until,
        lock.vote_id as lock_vote_id
      from ${READ_SCHEMA}.wallet
      left join ${READ_SCHEMA}.stake using (member_id)
      left join lateral (
        select proposal_id, minor, until, vote_id from ${READ_SCHEMA}.stake_lock
        where stake_lock.member_id = wallet.member_id and until > $2
        order by minor desc, until desc, proposal_id limit 1
      ) as lock on true
      where wallet.member_id = $1`,
    values: [memberId, now.toISOString()],
  })
  if (!row) return NO_TOKENS
  const { lockProposalId: proposalId, lockMinor, lockUntil: until, lockVoteId } = row
  return {
    balance: row.yutMinor,
    stake: {
      minor: row.minor ?? 0n,
      seconds: row.seconds ?? 0n,
      since: row.since,
      claimedMinor: row.claimedMinor ?? 0n,
    },
    lock:
      proposalId !== null && lockMinor !== null && until !== null
        ? { proposalId, minor: lockMinor, until, by: lockVoteId === null ? 'proposal' : 'vote' }
        : null,
  }
}

/** A member's tokens at `now`; zero before the wallet is opened. */
export const tokensOf = sharedRead(
  (memberId: string, now: Date) => `${memberId} ${now.getTime()}`,
  readTokens,
)

const {
  stake: staked,
  unstake,
  rewards_claimed,
  transfer_sent,
  transfer_received,
  transfer_returned,
} = KIND_CODES
/** The kinds of lines that the member or another member caused. */
const CODES = { stake: staked, unstake, rewards_claimed, transfer_sent, transfer_received, transfer_returned }

const Line = shape({
  id: uuid,
  kind: coded(CODES),
  /** Millionths of a YUT, signed: incoming is positive. */
  minor: int8,
  status: activity.columns.status,
  counterpartyId: nullable(uuid),
  occurredAt: timestamp,
})

/** One movement of a member's tokens. */
export type TokenLine = RowOf<typeof Line.columns>

/** A member's newest token movements. Of each kind only the newest `limit` lines are read. */
export const tokenLinesOf = rowsQuery(Line, {
  name: 'read_token_lines',
  text: `
      select line.* from unnest($2::text[]) as one (kind)
        cross join lateral (
          select id, kind, minor, status, counterparty_id, occurred_at, position from ${READ_SCHEMA}.activity
          where member_id = $1 and kind = one.kind and currency = 'YUT'
          order by -position limit $3
        ) as line
      order by position desc limit $3`,
  values: (memberId: string, limit: number) => [memberId, Object.values(CODES), limit],
})

/** The stake of all members as of the checkpoint of the projection `yut`, in millionths of a YUT. */
export const totalStake = rowQuery(stakeTotal.pick('minor'), {
  name: 'read_total_stake',
  text: `select coalesce((select minor from ${READ_SCHEMA}.stake_total), 0)::bigint as minor`,
  values: () => [],
  as: ({ minor }) => minor,
  otherwise: 0n,
})

const StakeAt = shape({ minor: int8, position: int8 })

/**
 * The stake of all members at `at` (ISO time), by every event up to `position`: the total now less later
 * changes. Total, history and position are read at one moment.
 */
export const totalStakeAt = async (
  pool: Pool,
  at: string,
): Promise<{ readonly minor: bigint; readonly position: bigint }> => {
  const row = await readRow(pool, StakeAt, {
    name: 'read_total_stake_at',
    text: `
      select (coalesce((select minor from ${READ_SCHEMA}.stake_total), 0)
          - coalesce((select sum(minor) from ${READ_SCHEMA}.stake_change where occurred_at > $1), 0))::bigint as minor,
        (select position from ${READ_SCHEMA}.checkpoint where name = 'token') as position`,
    values: [at],
  })
  if (!row) throw new Error('The projection yut has no checkpoint')
  return row
}

const claimFrom = ({ id: claimId, ...row }: RowOf<typeof rewardClaim.columns>) => ({ claimId, ...row })

/** Rewards that were set aside for a claim. */
export type ClaimRow = ReturnType<typeof claimFrom>

export const claimById = rowQuery(rewardClaim, {
  name: 'read_claim_by_id',
  text: `select ${rewardClaim.list()} from ${READ_SCHEMA}.reward_claim where id = $1`,
  values: (id: string) => [id],
  as: claimFrom,
})

/** Claims made before `olderThan` that have been neither paid nor released, oldest first. */
export const openClaims = rowsQuery(rewardClaim, {
  name: 'read_open_claims',
  text: `select ${rewardClaim.list()} from ${READ_SCHEMA}.reward_claim where status = 'open' and reserved_at < $1
      order by reserved_at, id limit $2`,
  values: (olderThan: Date, limit: number) => [olderThan.toISOString(), limit],
  as: claimFrom,
})
