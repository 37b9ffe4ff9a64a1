import type { ActivityKind } from '../../projections/activity/table.ts'
import type { StatementLine } from './statement.ts'
import type { Say } from '../contract/texts.ts'

/** Name of an activity on the printed statement; `kindLabel` is for the CSV file. */
export const kindWords = (kind: ActivityKind, t: Say): string => {
  switch (kind) {
    case 'wallet_opened':
      return t('Wallet opened')
    case 'treasury_account_opened':
      return t('Treasury account opened')
    case 'deposit':
      return t('Deposit')
    case 'deposit_reversed':
      return t('Deposit returned')
    case 'transfer_sent':
      return t('Transfer sent')
    case 'transfer_received':
      return t('Transfer received')
    case 'transfer_returned':
      return t('Transfer returned')
    case 'yut_grant':
      return t('YUT grant')
    case 'interest':
      return t('Interest')
    case 'stake':
      return t('Staked')
    case 'unstake':
      return t('Unstaked')
    case 'rewards_claimed':
      return t('Rewards claimed')
    case 'pool_contribution':
      return t('Pool contribution')
    case 'pool_contribution_returned':
      return t('Pool contribution returned')
    case 'pool_proceeds':
      return t('Pool proceeds')
    case 'bill_payment':
      return t('Bill payment')
    case 'withdrawal':
      return t('Withdrawal')
    case 'withdrawal_returned':
      return t('Withdrawal came back')
    case 'withdrawal_fee_returned':
      return t('Fee came back')
    default:
      return kind satisfies never
  }
}

/** Status on the printed statement; null for a completed activity. */
export const statusWords = (status: StatementLine['activity']['status'], t: Say): string | null => {
  switch (status) {
    case 'completed':
      return null
    case 'processing':
      return t('processing')
    case 'returned':
      return t('returned')
    case 'failed':
      return t('failed')
    default:
      return status satisfies never
  }
}
