import { Bill, billOperations } from '../../api/contract/bills.ts'
import { call } from './client.ts'
import { answerOf, fieldOf, list, type ListSource } from './sources.ts'

/** The member's bills, newest first. */
export const bills: ListSource<Bill> = list(
  'bills',
  Bill,
  (query, options) => call(billOperations.listBills, { query, ...options }),
  (data) => ({ rows: data.bills, nextCursor: data.next_cursor }),
  ({ status }) => status === 'paid',
)

/** One bill. */
export const billOf = (id: string) => answerOf(`bill:${id}`, billOperations.getBill, { params: { id } })

/** What auto-pay may do; the server tells it with every list of bills, so one bill is asked for. */
export const billSettings = fieldOf('bill-settings', billOperations.listBills, 'settings', {
  query: { limit: '1' },
})

/** What is due next and whether the pools are expected to cover it. */
export const billForecast = answerOf('bill-forecast', billOperations.getBillForecast)
