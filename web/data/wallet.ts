import type { Currency } from '../../api/contract/fields.ts'
import { type Activity, type ActivityKind, walletOperations } from '../../api/contract/wallet.ts'
import { answerOf, listOf, type ListSource } from './sources.ts'

/** Balances, wallets, deposits and totals of the signed-in member. */
export const walletOverview = answerOf('wallet', walletOperations.getWallet)

interface ActivityFilter {
  readonly currency?: Currency | undefined
  readonly kind?: ActivityKind | undefined
}

/** All activity, newest first, or that of one currency or kind; one row for each month of interest. */
export const activityOf = ({ currency, kind }: ActivityFilter = {}): ListSource<Activity> =>
  listOf(
    `activity-by-month:${currency ?? 'all'}:${kind ?? 'all'}`,
    walletOperations.listTransactions,
    'transactions',
    { query: { currency, kind, interest: 'monthly' } },
    ({ status }) => status !== 'processing',
  )

export const allActivity: ListSource<Activity> = activityOf()
