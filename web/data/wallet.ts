import type { Currency } from '../../api/contract/fields.ts'
import { Activity, type ActivityKind, walletOperations } from '../../api/contract/wallet.ts'
import { call } from './client.ts'
import { answerOf, list, type ListSource } from './sources.ts'

/** Balances, wallets, deposits and totals of the signed-in member. */
export const walletOverview = answerOf('wallet', walletOperations.getWallet)

interface ActivityFilter {
  readonly currency?: Currency | undefined
  readonly kind?: ActivityKind | undefined
}

/** All activity, newest first, or that of one currency or kind. */
export const activityOf = ({ currency, kind }: ActivityFilter = {}): ListSource<Activity> =>
  list(
    `activity:${currency ?? 'all'}:${kind ?? 'all'}`,
    Activity,
    (page, options) =>
      call(walletOperations.listTransactions, {
        query: {
          ...page,
          ...(currency === undefined ? {} : { currency }),
          ...(kind === undefined ? {} : { kind }),
        },
        ...options,
      }),
    (data) => ({ rows: data.transactions, nextCursor: data.next_cursor }),
    ({ status }) => status !== 'processing',
  )

export const allActivity: ListSource<Activity> = activityOf()
