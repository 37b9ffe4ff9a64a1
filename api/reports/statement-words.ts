import type { ActivityKind } from '../../projections/activity/table.ts'
import type { StatementLine } from './statement.ts'
import type { Say } from '../contract/texts.ts'

/** Name of an activity on the printed statement; `kindLabel` is for the CSV file. */
export const KIND_WORDS: Readonly<Record<ActivityKind, (t: Say) => string>> = {
  wallet_opened: (t) => t('Wallet opened'),
  treasury_account_opened: (t) => t('Treasury account opened'),
  deposit: (t) => t('Deposit'),
  deposit_reversed: (t) => t('Deposit returned'),
  transfer_sent: (t) => t('Transfer sent'),
  transfer_received: (t) => t('Transfer received'),
  transfer_returned: (t) => t('Transfer returned'),
  yut_grant: (t) => t('YUT grant'),
  interest: (t) => t('Interest'),
  stake: (t) => t('Staked'),
  unstake: (t) => t('Unstaked'),
  rewards_claimed: (t) => t('Rewards claimed'),
  pool_contribution: (t) => t('Pool contribution'),
  pool_contribution_returned: (t) => t('Pool contribution returned'),
  pool_proceeds: (t) => t('Pool proceeds'),
  bill_payment: (t) => t('Bill payment'),
  withdrawal: (t) => t('Withdrawal'),
  withdrawal_returned: (t) => t('Withdrawal came back'),
  withdrawal_cancelled: (t) => t('Withdrawal cancelled'),
  withdrawal_fee_returned: (t) => t('Fee came back'),
}

/** Status on the printed statement; null for a completed activity. */
export const STATUS_WORDS: Readonly<
  Record<StatementLine['activity']['status'], ((t: Say) => string) | null>
> = {
  completed: null,
  processing: (t) => t('processing'),
  returned: (t) => t('returned'),
  failed: (t) => t('failed'),
}
