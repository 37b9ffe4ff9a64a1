import { Bill, BillForecast, BillSettings } from '../../api/contract/bills.ts'
import { operations } from '../../api/contract/operations.ts'
import { call } from './client.ts'
import type { DocumentSource, ListSource } from './sources.ts'

const PAGE_SIZE = 20

const now = (): string => new Date().toISOString()

/** The member's bills, newest first. */
export const bills: ListSource<Bill> = {
  key: 'bills',
  schema: Bill,
  idOf: (bill) => bill.id,
  isSettled: ({ status }) => status === 'paid',
  loadPage: async (cursor, { minPosition }) => {
    const { data, asOf } = await call(operations.listBills, {
      query: { limit: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) },
      minPosition,
    })
    return { rows: data.bills, nextCursor: data.next_cursor, asOf: asOf ?? now() }
  },
}

/** One bill. */
export const billOf = (id: string): DocumentSource<Bill> => ({
  key: `bill:${id}`,
  schema: Bill,
  load: async ({ minPosition }) => {
    const { data, asOf } = await call(operations.getBill, { params: { id }, minPosition })
    return { value: data, asOf: asOf ?? now() }
  },
})

/** What auto-pay may do; the server tells it with every list of bills, so one bill is asked for. */
export const billSettings: DocumentSource<BillSettings> = {
  key: 'bill-settings',
  schema: BillSettings,
  load: async ({ minPosition }) => {
    const { data, asOf } = await call(operations.listBills, { query: { limit: '1' }, minPosition })
    return { value: data.settings, asOf: asOf ?? now() }
  },
}

/** What is due next and whether the pools are expected to cover it. */
export const billForecast: DocumentSource<BillForecast> = {
  key: 'bill-forecast',
  schema: BillForecast,
  load: async ({ minPosition }) => {
    const { data, asOf } = await call(operations.getBillForecast, { minPosition })
    return { value: data, asOf: asOf ?? now() }
  },
}
