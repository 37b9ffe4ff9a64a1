import type { Currency } from '../../api/contract/fields.ts'
import { operations } from '../../api/contract/operations.ts'
import { Activity, type ActivityKind, WalletOverview } from '../../api/contract/wallet.ts'
import { call } from './client.ts'
import type { DocumentSource, ListSource } from './sources.ts'

const PAGE_SIZE = 20

/** Balances, wallets, deposits and totals of the signed-in member. */
export const walletOverview: DocumentSource<WalletOverview> = {
  key: 'wallet',
  schema: WalletOverview,
  load: async ({ minPosition }) => {
    const { data, asOf } = await call(operations.getWallet, { minPosition })
    return { value: data, asOf: asOf ?? new Date().toISOString() }
  },
}

export interface ActivityFilter {
  readonly currency?: Currency | undefined
  readonly kind?: ActivityKind | undefined
}

/** All activity, newest first, or that of one currency or kind. */
export const activityOf = ({ currency, kind }: ActivityFilter = {}): ListSource<Activity> => ({
  key: `activity:${currency ?? 'all'}:${kind ?? 'all'}`,
  schema: Activity,
  idOf: (activity) => activity.id,
  isSettled: (activity) => activity.status !== 'processing',
  loadPage: async (cursor, { minPosition }) => {
    const { data, asOf } = await call(operations.listTransactions, {
      query: {
        limit: String(PAGE_SIZE),
        ...(currency === undefined ? {} : { currency }),
        ...(kind === undefined ? {} : { kind }),
        ...(cursor === null ? {} : { cursor }),
      },
      minPosition,
    })
    return { rows: data.transactions, nextCursor: data.next_cursor, asOf: asOf ?? new Date().toISOString() }
  },
})

export const allActivity: ListSource<Activity> = activityOf()
