import { day, int8, nullable, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Whose wallets have ended days without interest. */
export const interestDueTable = defineTable('interest_due', ['memberId'], {
  memberId: uuid,
  /** Of the newest event that touched the dollars. */
  day,
  /** Cents since then. */
  usdMinor: int8,
  /** The last day before it that ended with money. */
  closedThrough: nullable(day),
  paidThrough: nullable(day),
})
