import { Bill, BillForecast, BillSettings } from '../../api/contract/bills.ts'
import { operations } from '../../api/contract/operations.ts'
import { call } from './client.ts'
import { document, type DocumentSource, list, type ListSource } from './sources.ts'

/** The member's bills, newest first. */
export const bills: ListSource<Bill> = list(
  'bills',
  Bill,
  (query, options) => call(operations.listBills, { query, ...options }),
  (data) => ({ rows: data.bills, nextCursor: data.next_cursor }),
  ({ status }) => status === 'paid',
)

/** One bill. */
export const billOf = (id: string): DocumentSource<Bill> =>
  document(
    `bill:${id}`,
    Bill,
    (options) => call(operations.getBill, { params: { id }, ...options }),
    (data) => data,
  )

/** What auto-pay may do; the server tells it with every list of bills, so one bill is asked for. */
export const billSettings: DocumentSource<BillSettings> = document(
  'bill-settings',
  BillSettings,
  (options) => call(operations.listBills, { query: { limit: '1' }, ...options }),
  (data) => data.settings,
)

/** What is due next and whether the pools are expected to cover it. */
export const billForecast: DocumentSource<BillForecast> = document(
  'bill-forecast',
  BillForecast,
  (options) => call(operations.getBillForecast, options),
  (data) => data,
)
