import { CURRENCIES, type Currency } from '../../events/money.ts'
import { day, int8, oneOf, uuid } from '../columns.ts'
import { defineTable, inPostgres } from '../table.ts'

/** A member's accounts; staked tokens are no part of the YUT balance. */
export const ACCOUNTS = [...CURRENCIES, 'YUT staked'] as const
export type DayAccount = (typeof ACCOUNTS)[number]
export const currencyOf = (account: DayAccount): Currency => (account === 'YUT staked' ? 'YUT' : account)

/**
 * Sums of what came into and went out of each of a member's accounts on a UTC day, in minor units, so that closing
 * balances and the totals of a period need no single lines. A day without movements has no row. A run of consecutive
 * movements in one account on one day is summed in the wallet's own row, and added here when the next run begins: so
 * a transfer writes one row and not two.
 */
export const walletDay = defineTable(
  'wallet_day',
  ['memberId', 'day', 'account'],
  {
    memberId: uuid,
    day,
    account: oneOf(ACCOUNTS),
    /** Incoming interest and rewards; and deposits, less those that were taken back. */
    earnedMinor: int8,
    depositedMinor: int8,
    /** In minus out, without transfers between members. The columns that a transfer changes come last. */
    otherMinor: int8,
    /** Positions of the first and the last movement: the summed lines of activity are between them. */
    firstPosition: int8,
    inMinor: int8,
    outMinor: int8,
    moves: int8,
    lastPosition: int8,
  },
  { fillfactor: 70 },
)

/** The table's columns for SQL, qualified with the relation `of` if it is given. */
export const dayColumns = (of?: string): string =>
  Object.keys(walletDay.columns)
    .map((name) => (of === undefined ? inPostgres(name) : `${of}.${inPostgres(name)}`))
    .join(', ')
