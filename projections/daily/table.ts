import { day, int8, text, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'
import type { DayAccount } from './changes.ts'

/** What came into and went out of each of a member's accounts on a UTC day, in minor units. */
export const walletDay = defineTable('wallet_day', ['memberId', 'day', 'account'], {
  memberId: uuid,
  day,
  account: text<DayAccount>(),
  inMinor: int8,
  outMinor: int8,
  /** Of what came in: interest and rewards; and deposits, less those that were taken back. */
  earnedMinor: int8,
  depositedMinor: int8,
  /** Received less sent by transfers between members; money that comes back counts on the day it does. */
  transferredMinor: int8,
  moves: int8,
  firstPosition: int8,
  lastPosition: int8,
})
