import { boolean, int8, numeric, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** What each member has staked, in millionths of a YUT. */
export const stake = defineTable('stake', ['memberId'], {
  memberId: uuid,
  minor: int8,
  /** The sum of stake times accruing seconds up to `since`. */
  seconds: numeric,
  since: timestamp,
  claimedMinor: int8,
  position: int8,
})

/** The stake of all members: one row. */
export const stakeTotal = defineTable('stake_total', ['id'], { id: boolean, minor: int8 })

/** Every change of the total. */
export const stakeChange = defineTable('stake_change', ['position'], {
  position: int8,
  occurredAt: timestamp,
  minor: int8,
})

/** Rewards that the reserve set aside for a claim. */
export const rewardClaim = defineTable('reward_claim', ['id'], {
  id: uuid,
  memberId: uuid,
  minor: int8,
  claimedBefore: int8,
  status: text<'open' | 'paid' | 'released'>(),
  reservedAt: timestamp,
  position: int8,
})
