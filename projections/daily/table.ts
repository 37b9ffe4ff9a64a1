import { CURRENCIES, type Currency } from '../../events/money.ts'
import { day, int8, oneOf, uuid } from '../columns.ts'
import { defineTable, inPostgres } from '../table.ts'

/** A member's accounts; staked tokens are no part of the YUT balance. */
export const ACCOUNTS = [...CURRENCIES, 'YUT staked'] as const
export type DayAccount = (typeof ACCOUNTS)[number]
export const currencyOf = (account: DayAccount): Currency => (account === 'YUT staked' ? 'YUT' : account)

/**
 * What came into and went out of each of a member's accounts on a UTC day, in minor units, so that a balance at the end
 * of a day and the totals of a period never read single lines. A day without movements has no row. Movements that follow
 * one another in one account on one day are summed up in the wallet's own row, and here once another follows: so a
 * transfer writes one row and not two.
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
    /** In less out of all but transfers between members: what a transfer changes is what comes last. */
    otherMinor: int8,
    /** Of the first and the last movement: between them stand the lines of activity that these sums are of. */
    firstPosition: int8,
    inMinor: int8,
    outMinor: int8,
    moves: int8,
    lastPosition: int8,
  },
  { fillfactor: 70 },
)

/** Its columns for SQL, of the relation `of` where that has to be said. */
export const dayColumns = (of?: string): string =>
  Object.keys(walletDay.columns)
    .map((name) => (of === undefined ? inPostgres(name) : `${of}.${inPostgres(name)}`))
    .join(', ')
