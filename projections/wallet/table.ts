import { boolean, int8, nullable, text, timestamp, uuid } from '../columns.ts'
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
  position: int8,
})
