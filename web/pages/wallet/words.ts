import { formatMoney } from '../../../api/contract/money.ts'
import type { Activity, ActivityKind, Wallet } from '../../../api/contract/wallet.ts'

export const KIND_LABELS: Readonly<Record<ActivityKind, string>> = {
  wallet_opened: 'Wallet opened',
  treasury_account_opened: 'Treasury account opened',
  deposit: 'Deposit',
  deposit_reversed: 'Deposit reversed',
  transfer_sent: 'Sent',
  transfer_received: 'Received',
  transfer_returned: 'Returned',
  yut_grant: 'YUT grant',
  interest: 'Interest',
  stake: 'Staked',
  unstake: 'Unstaked',
  rewards_claimed: 'Rewards claimed',
  pool_contribution: 'Paid into a pool',
  pool_contribution_returned: 'Returned by a pool',
  pool_proceeds: 'Received from a pool',
  bill_payment: 'Bill paid',
}

export const atHandle = (handle: string): string => (handle.startsWith('@') ? handle : `@${handle}`)

/** What one line of activity says: "Sent to Grace Hopper". */
export const titleOf = ({ kind, counterparty }: Activity): string => {
  if (counterparty === null) return KIND_LABELS[kind]
  if (kind === 'transfer_sent') return `Sent to ${counterparty.name}`
  if (kind === 'transfer_received') return `Received from ${counterparty.name}`
  if (kind === 'transfer_returned') return `Returned by ${counterparty.name}`
  return `${KIND_LABELS[kind]} · ${counterparty.name}`
}

/** Said when money comes in while the page is open: "Received from Grace Hopper: $25.00". Covered amounts are not. */
export const arrivalWords = (activity: Activity, covered: boolean): string => {
  const { amount, currency } = activity
  const sum = covered || amount === null || currency === null ? '' : `: ${formatMoney(amount, currency)}`
  return `${titleOf(activity)}${sum}`
}

/** As specified: custody is shown as Custody, anything else as Personal. */
export const walletTypeLabel = (type: Wallet['wallet_type']): string =>
  type === 'custody' ? 'Custody' : 'Personal'

/** As specified: stripe is shown as Card Deposit, anything else in capitals. */
export const methodLabel = (method: string): string =>
  method === 'stripe' ? 'Card Deposit' : method.toUpperCase()

export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
