import type { Increase } from 'increase'
import type { Book } from './book.ts'
import { ACCOUNT_ID } from './constants.ts'

/** Account numbers. */
export const createAccountNumbers = ({ now, at, idFor }: Book) => {
  const numbers: Increase.AccountNumber[] = []

  const open = (order: Increase.AccountNumberCreateParams, key: string | null): Increase.AccountNumber => {
    const number: Increase.AccountNumber = {
      id: idFor('account_number'),
      account_id: order.account_id,
      account_number: String(700_000_000 + numbers.length),
      created_at: at(now()),
      idempotency_key: key,
      inbound_ach: { debit_status: order.inbound_ach?.debit_status ?? 'allowed' },
      inbound_checks: { status: 'check_transfers_only' },
      name: order.name,
      routing_number: '101050001',
      status: 'active',
      type: 'account_number',
    }
    numbers.push(number)
    return number
  }

  return {
    numbers,
    open,
    /** The account that a number is of. */
    accountOf: (id: string): string => numbers.find((number) => number.id === id)?.account_id ?? ACCOUNT_ID,
    /** One of the operator's own, made in the dashboard. */
    own: (): string => open({ account_id: ACCOUNT_ID, name: 'Operator' }, null).id,
  }
}
