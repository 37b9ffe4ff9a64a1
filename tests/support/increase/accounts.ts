import type { Increase } from 'increase'
import type { Book } from './book.ts'
import { ACCOUNT_ID } from './constants.ts'
import { problem, type Answer } from './lists.ts'

/** Accounts, and what is moved between them at once. */
export const createAccounts = ({ now, at, idFor, post, transactions }: Book) => {
  const moves: Increase.AccountTransfer[] = []

  const account = (
    id: string,
    { name, program_id, entity_id }: Increase.AccountCreateParams,
    key: string | null,
  ): Increase.Account => ({
    id,
    account_revenue_rate: null,
    bank: 'core_bank',
    closed_at: null,
    created_at: at(now()),
    currency: 'USD',
    entity_id: entity_id ?? 'entity_default',
    funding: 'deposits',
    idempotency_key: key,
    informational_entity_id: null,
    interest_rate: '0.01',
    loan: null,
    name,
    program_id: program_id ?? 'program_default',
    status: 'open',
    type: 'account',
  })
  const house = { name: 'Members', program_id: 'program_members', entity_id: 'entity_house' }
  const accounts = [account(ACCOUNT_ID, house, null)]

  const balanceOf = (id: string, before = '~'): number =>
    transactions
      .filter(({ account_id: of, created_at: time }) => of === id && time < before)
      .reduce((sum, { amount }) => sum + amount, 0)
  const notAllowed = problem(409, 'invalid_operation_error')

  return {
    accounts,
    moves,
    balanceOf,
    open: (order: Increase.AccountCreateParams, key: string): Increase.Account => {
      const opened = account(idFor('account'), order, key)
      accounts.push(opened)
      return opened
    },
    balance: (id: string, query: URLSearchParams): Answer => {
      const balance = balanceOf(id, query.get('at_time') ?? undefined)
      const body: Increase.BalanceLookup = {
        account_id: id,
        available_balance: balance,
        current_balance: balance,
        loan: null,
        type: 'balance_lookup',
      }
      return { status: 200, body }
    },
    /** Carries out a transfer; null when the account does not cover it, or one of both is not open. */
    move: (order: Increase.AccountTransferCreateParams, key: string): Increase.AccountTransfer | null => {
      const { account_id: from, destination_account_id: to, amount, description } = order
      const isOpen = [from, to].every((id) => accounts.find((one) => one.id === id)?.status === 'open')
      if (!isOpen || balanceOf(from) < amount) return null
      const id = idFor('account_transfer')
      const source = {
        category: 'account_transfer_intention',
        account_transfer_intention: {
          amount,
          currency: 'USD',
          description,
          source_account_id: from,
          destination_account_id: to,
          transfer_id: id,
        },
      } as const
      const date = now()
      const transfer: Increase.AccountTransfer = {
        id,
        account_id: from,
        amount,
        approval: null,
        cancellation: null,
        created_at: at(date),
        created_by: { category: 'api_key', api_key: { description: null } },
        currency: 'USD',
        description,
        destination_account_id: to,
        destination_transaction_id: post(source, amount, date, { account: to }),
        idempotency_key: key,
        pending_transaction_id: null,
        status: 'complete',
        transaction_id: post(source, -amount, date, { account: from }),
        type: 'account_transfer',
      }
      moves.push(transfer)
      return transfer
    },
    /** Closes an empty account; null when there is no such account. */
    close: (id: string | undefined): Answer | null => {
      const closing = accounts.find((one) => one.id === id)
      if (!closing) return null
      if (closing.status === 'closed' || balanceOf(closing.id) !== 0) return notAllowed
      return { status: 200, body: Object.assign(closing, { status: 'closed', closed_at: at(now()) }) }
    },
    notAllowed,
  }
}
