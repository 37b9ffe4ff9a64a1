import { billOperations } from '../../api/contract/bills.ts'
import { answerOf, fieldOf, listOf } from './sources.ts'

/** The member's bills, newest first. */
export const bills = listOf('bills', billOperations.listBills, 'bills', {}, ({ status }) => status === 'paid')

/** One bill. */
export const billOf = (id: string) => answerOf(`bill:${id}`, billOperations.getBill, { params: { id } })

/** What auto-pay may do; the server tells it with every list of bills, so one bill is asked for. */
export const billSettings = fieldOf('bill-settings', billOperations.listBills, 'settings', {
  query: { limit: '1' },
})

/** What is due next and whether the pools are expected to cover it. */
export const billForecast = answerOf('bill-forecast', billOperations.getBillForecast)
