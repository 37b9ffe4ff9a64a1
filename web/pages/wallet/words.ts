import { formatMoney } from '../../texts/money.ts'
import type { Activity, Wallet } from '../../../api/contract/wallet.ts'
import { UNFAMILIAR } from '../../../api/contract/open.ts'
import { personText } from '../../../api/contract/person.ts'
import { meant, t } from '../../texts/texts.ts'

export const KIND_LABELS: Readonly<Record<Activity['kind'], string>> = {
  wallet_opened: t('Wallet opened'),
  treasury_account_opened: t('Treasury account opened'),
  deposit: t('Deposit'),
  deposit_reversed: t('Deposit reversed'),
  transfer_sent: t('Sent'),
  transfer_received: t('Received'),
  transfer_returned: t('Returned'),
  yut_grant: t('YUT grant'),
  interest: t('Interest'),
  stake: t('Staked'),
  unstake: t('Unstaked'),
  rewards_claimed: t('Rewards claimed'),
  pool_contribution: t('Paid into a pool'),
  pool_contribution_returned: t('Returned by a pool'),
  pool_proceeds: t('Received from a pool'),
  bill_payment: t('Bill paid'),
  withdrawal: t('Withdrawal'),
  withdrawal_returned: t('Withdrawal came back'),
  withdrawal_cancelled: t('Withdrawal cancelled'),
  withdrawal_fee_returned: t('Fee came back'),
  unfamiliar: t('Something new'),
}

/** Title of one line of activity: "Sent to Grace Hopper (@grace)". */
export const titleOf = ({ kind, label, counterparty }: Activity): string => {
  if (kind === UNFAMILIAR && label !== undefined) return label
  if (counterparty === null) return KIND_LABELS[kind]
  const name = personText(counterparty)
  if (kind === 'transfer_sent') return t('Sent to {name}', { name })
  if (kind === 'transfer_received') return t('Received from {name}', { name })
  if (kind === 'transfer_returned') return t('Returned by {name}', { name })
  return `${KIND_LABELS[kind]} · ${name}`
}

/** Announcement of incoming money: "Received from Grace Hopper (@grace): $25.00"; without the amount if `covered`. */
export const arrivalWords = (activity: Activity, covered: boolean): string => {
  const { amount, currency } = activity
  const sum = covered || amount === null || currency === null ? '' : `: ${formatMoney(amount, currency)}`
  return `${titleOf(activity)}${sum}`
}

/** Custody is shown as Custody, anything else as Personal. */
export const walletTypeLabel = (type: Wallet['wallet_type']): string =>
  type === 'custody' ? t('Custody') : t('Personal')

/** Stripe is shown as Card Deposit, anything else in capitals. */
export const methodLabel = (method: string): string =>
  method === 'stripe' ? t('Card Deposit') : method.toUpperCase()

const STATES: Readonly<Record<string, string>> = {
  pending: t('Pending'),
  processing: t('Processing'),
  completed: t('Completed'),
  failed: t('Failed'),
  returned: t('Returned'),
  open: meant('an account', 'Open'),
  closed: t('Closed'),
  unfamiliar: t('Unknown'),
}

/** Label for the state of a movement or an account. */
export const stateWord = (state: string): string =>
  STATES[state] ?? state.charAt(0).toUpperCase() + state.slice(1)
