import { boolean, day, int8, nullable, oneOf, text, timestamp } from '../columns.ts'
import { walletDay } from '../daily/table.ts'
import { defineTable } from '../table.ts'

/** The columns of the wallet's current run of movements. */
const { memberId, ...sums } = walletDay.columns

/**
 * What each member owns, in minor units. The columns that every transfer changes come last and together: Postgres logs
 * all bytes between the first and the last one that an update changes.
 */
export const wallet = defineTable(
  'wallet',
  ['memberId'],
  {
    memberId,
    status: oneOf(['open', 'closed']),
    treasuryStatus: nullable(oneOf(['open'])),
    treasuryAccountId: nullable(text()),
    /** Whether auto-pay may take what pools lack for a bill. */
    billsFromWallet: boolean,
    usdcMinor: int8,
    yutMinor: int8,
    yutStakedMinor: int8,
    usdLockedMinor: int8,
    usdcLockedMinor: int8,
    yutLockedMinor: int8,
    /** Earned so far: interest in cents, rewards in millionths of a YUT. */
    interestMinor: int8,
    rewardsMinor: int8,
    /** Taken back of deposits so far, in cents: as far as this the balance may be below zero. */
    takenBackMinor: int8,
    openedAt: timestamp,
    /** UTC day of the newest event with a USD amount, and the last day before it that ended with a positive balance. */
    usdDay: day,
    closedThrough: nullable(day),
    /** The newest day that interest was paid for. */
    paidThrough: nullable(day),
    /** The current run of movements, in one account on one day; null before there is any. See `wallet_day`. */
    ...sums,
    day: nullable(sums.day),
    account: nullable(sums.account),
    usdMinor: int8,
    position: int8,
  },
  {
    fillfactor: 70,
    // As columns of their own, not as conditions of the indexes, so that most updates change no indexed column.
    computed: {
      earning: ['boolean', 'usd_minor > 0'],
      below_zero: ['boolean', 'usd_minor < 0 or usdc_minor < 0 or yut_minor < 0'],
      backlog: [
        'boolean',
        'closed_through is not null and (paid_through is null or paid_through < closed_through)',
      ],
    },
    indexes: {
      wallet_earning: '(usd_day, member_id) where earning',
      wallet_backlog: '(member_id) where backlog',
      // For the operator; nearly always empty.
      wallet_below_zero: '(member_id) where below_zero',
      wallet_closed: `(member_id) where status = 'closed'`,
      // For what the bank says of an account. It is set once.
      wallet_treasury_account: '(treasury_account_id) where treasury_account_id is not null',
    },
  },
)
