import type { Increase } from 'increase'
import { ACCOUNT_ID } from './constants.ts'
import { transaction } from './objects.ts'

/**
 * What Increase's resources have in common: ids, transactions of the accounts, events, and steps that are still to come.
 */
export const createBook = (now: () => Date) => {
  const transactions: Increase.Transaction[] = []
  const events: Increase.Event[] = []
  let made = 0

  const idFor = (kind: string): string => {
    made += 1
    return `${kind}_${made.toString(36).padStart(20, '0')}`
  }
  const at = (date: Date): string => date.toISOString()

  const post = (
    source: Increase.Transaction['source'],
    amount: number,
    date: Date,
    {
      route = null,
      account = ACCOUNT_ID,
    }: { readonly route?: string | null; readonly account?: string } = {},
  ): string => {
    const id = idFor('transaction')
    const more = { id, account_id: account, amount, created_at: at(date), route_id: route }
    transactions.push(transaction(source, more))
    return id
  }

  /** Events come twice, as theirs may. */
  const tell = (transferId: string, date: Date): void => {
    for (let times = 0; times < 2; times += 1)
      events.push({
        id: idFor('event'),
        associated_object_id: transferId,
        associated_object_type: 'ach_transfer',
        category: 'ach_transfer.updated',
        created_at: at(date),
        type: 'event',
      })
  }

  /** Steps of transfers that are still to come, by time. */
  const plans: { readonly due: Date; readonly step: (date: Date) => void }[] = []
  const plan = (due: Date, step: (date: Date) => void): void => {
    plans.push({ due, step })
    plans.sort((one, other) => one.due.getTime() - other.due.getTime())
  }
  const catchUp = (): void => {
    while (plans[0] && plans[0].due <= now()) {
      const next = plans.shift()
      next?.step(next.due)
    }
  }

  return { now, at, idFor, post, tell, plan, catchUp, transactions, events }
}
export type Book = ReturnType<typeof createBook>
