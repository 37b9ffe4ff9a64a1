import { Bill, BillForecast, BillSettings, billOperations } from '../../api/contract/bills.ts'
import { call } from './client.ts'
import { document, type DocumentSource, list, type ListSource } from './sources.ts'

/** The member's bills, newest first. */
export const bills: ListSource<Bill> = list(
  'bills',
  Bill,
  (query, options) => call(billOperations.listBills, { query, ...options }),
  (data) => ({ rows: data.bills, nextCursor: data.next_cursor }),
  ({ status }) => status === 'paid',
)

/** One bill. */
export const billOf = (id: string): DocumentSource<Bill> =>
  document(
    `bill:${id}`,
    Bill,
    (options) => call(billOperations.getBill, { params: { id }, ...options }),
    (data) => data,
  )

/** What auto-pay may do; the server tells it with every list of bills, so one bill is asked for. */
export const billSettings: DocumentSource<BillSettings> = document(
  'bill-settings',
  BillSettings,
  (options) => call(billOperations.listBills, { query: { limit: '1' }, ...options }),
  (data) => data.settings,
)

/** What is due next and whether the pools are expected to cover it. */
export const billForecast: DocumentSource<BillForecast> = document(
  'bill-forecast',
  BillForecast,
  (options) => call(billOperations.getBillForecast, options),
  (data) => data,
)
