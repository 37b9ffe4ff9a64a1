import { day, int8, oneOf, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'
import { ACCOUNTS } from './changes.ts'

/**
 * What came into and went out of each of a member's accounts on a UTC day, in minor units, so that a balance at the end
 * of a day and the totals of a period never read single lines. A day without movements has no row. What every movement
 * changes stands last and together: Postgres logs what lies between the first and the last byte that an update changes.
 */
export const walletDay = defineTable(
  'wallet_day',
  ['memberId', 'day', 'account'],
  {
    memberId: uuid,
    day,
    account: oneOf(ACCOUNTS),
    /** Of what came in: interest and rewards; and deposits, less those that were taken back. */
    earnedMinor: int8,
    depositedMinor: int8,
    /** Of the first and the last movement: between them stand the lines of activity that these sums are of. */
    firstPosition: int8,
    inMinor: int8,
    outMinor: int8,
    /** Received less sent by transfers between members; money that comes back counts on the day it does. */
    transferredMinor: int8,
    moves: int8,
    lastPosition: int8,
  },
  { fillfactor: 70 },
)
