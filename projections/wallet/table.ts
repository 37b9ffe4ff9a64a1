import { boolean, day, int8, nullable, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** What each member owns, in minor units. */
export const wallet = defineTable('wallet', ['memberId'], {
  memberId: uuid,
  status: text<'open' | 'closed'>(),
  usdMinor: int8,
  usdcMinor: int8,
  yutMinor: int8,
  yutStakedMinor: int8,
  usdLockedMinor: int8,
  usdcLockedMinor: int8,
  yutLockedMinor: int8,
  interestMinor: int8,
  rewardsMinor: int8,
  treasuryStatus: nullable(text<'open'>()),
  treasuryAccountId: nullable(text()),
  billsFromWallet: boolean,
  openedAt: timestamp,
  /** UTC day of the newest event that touched the dollars, and the last day before it that ended with money. */
  usdDay: day,
  closedThrough: nullable(day),
  /** The newest day that interest was paid for. */
  paidThrough: nullable(day),
  position: int8,
})
