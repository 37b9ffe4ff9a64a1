import { billOperations } from '../../api/contract/bills.ts'
import { answerOf, fieldOf, listOf } from './sources.ts'

/** The member's bills, newest first. */
export const bills = listOf('bills', billOperations.listBills, 'bills', {}, ({ status }) => status === 'paid')

export const billOf = (id: string) => answerOf(`bill:${id}`, billOperations.getBill, { params: { id } })

/** Settings of auto-pay. The server sends them with every list of bills, so one bill is requested. */
export const billSettings = fieldOf('bill-settings', billOperations.listBills, 'settings', {
  query: { limit: '1' },
})

/** Forecast of the next bill, and whether the pools are expected to cover it. */
export const billForecast = answerOf('bill-forecast', billOperations.getBillForecast)
