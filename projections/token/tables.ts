import { boolean, int8, notNegative, numeric, oneOf, positive, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** What each member has staked, in millionths of a YUT. */
export const stake = defineTable(
  'stake',
  ['memberId'],
  {
    memberId: uuid,
    minor: notNegative,
    /** The sum of stake times accruing seconds up to `since`. */
    seconds: numeric,
    since: timestamp,
    claimedMinor: int8,
    position: int8,
  },
  { fillfactor: 70 },
)

/** The stake of all members: one row. */
export const stakeTotal = defineTable(
  'stake_total',
  ['id'],
  { id: boolean, minor: notNegative },
  { fillfactor: 50, check: 'id' },
)

/** Every change of the total. */
export const stakeChange = defineTable(
  'stake_change',
  ['position'],
  {
    position: int8,
    occurredAt: timestamp,
    minor: int8,
  },
  { indexes: { stake_change_occurred: '(occurred_at)' } },
)

/** Rewards that the reserve set aside for a claim. */
export const rewardClaim = defineTable(
  'reward_claim',
  ['id'],
  {
    id: uuid,
    memberId: uuid,
    minor: positive,
    claimedBefore: int8,
    status: oneOf(['open', 'paid', 'released']),
    reservedAt: timestamp,
    position: int8,
  },
  {
    // For the claim process; nearly always empty.
    indexes: { reward_claim_open: `(reserved_at, id) where status = 'open'` },
  },
)
