import { Increase } from 'increase'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import * as z from 'zod'
import type { AccountsAtBank } from '../../config/config.ts'
import { endMemberAccount, keepMemberAccount } from '../../wallet/member-accounts.ts'
import {
  masked,
  type BankReceipt,
  type FinancialAddress,
  type TreasuryBank,
} from '../../wallet/treasury-bank.ts'
import { asked, createdBefore, createIncreaseClient, isUnknown, once } from './client.ts'
import { readTransactions } from './member-accounts.ts'
import type { IncreaseOptions } from './paying-bank.ts'

/** Members whose account numbers have been looked up; others are asked for again. */
const OWNERS_MAX = 10_000

const NAME = 'increase'
const KEY = 'member-'
/** The key of a member's account number, which says whose it is. */
const keyOf = (memberId: string): string => `${KEY}${memberId}`
/** The key of an account of their own. */
const accountKeyOf = (memberId: string): string => `account-${memberId}`
const memberOf = ({ idempotency_key: key }: Increase.AccountNumber): string | null =>
  key?.startsWith(KEY) === true ? (z.uuid().safeParse(key.slice(KEY.length)).data ?? null) : null

const READ = `
  select routing_number as "routingNumber", last4 from app.treasury_address where account_id = $1`
const SAVE = `
  insert into app.treasury_address (account_id, member_id, routing_number, last4) values ($1, $2, $3, $4)
  on conflict do nothing`

/** Transactions by which money comes in on an account number, or is sent back. */
const CATEGORIES = [
  'inbound_ach_transfer',
  'inbound_real_time_payments_transfer_confirmation',
  'inbound_fednow_transfer_confirmation',
  'inbound_wire_transfer',
  'inbound_ach_transfer_return_intention',
] as const

/**
 * Increase as the bank of members' dollars: each member has an account number, which can be paid to and not debited. It
 * is one of the pooled account, or of an account of their own, which belongs to whom the pooled one belongs to. Whose the
 * money is says our ledger.
 */
export const createIncreaseTreasuryBank = ({
  apiKey,
  accounts,
  accountId,
  apiUrl,
  memberAccountIds,
  clock,
  pool,
}: IncreaseOptions & { readonly accounts: AccountsAtBank; readonly pool: Pool }): TreasuryBank => {
  const client = createIncreaseClient(apiKey, apiUrl)
  const owners = new LRUCache<string, { readonly memberId: string | null }>({ max: OWNERS_MAX })

  const numberOf = (id: string): Promise<Increase.AccountNumber> =>
    asked(() => client.accountNumbers.retrieve(id))

  /** What a key has created, also with other parameters, as before the pooled account was another one. */
  const created = async <T>(create: () => Promise<T>, find: (id: string) => PromiseLike<T>): Promise<T> => {
    try {
      return await create()
    } catch (error) {
      const id = createdBefore(error)
      return asked(() => (id === null ? Promise.reject(error) : find(id)))
    }
  }

  /** Opens an account of the member's own, in the program and of the owner of the pooled one. */
  const openOwn = async (memberId: string): Promise<string> => {
    const { program_id, entity_id } = await asked(() => client.accounts.retrieve(accountId))
    const fields = { name: `Member ${memberId}`, program_id, entity_id }
    const { id } = await created(
      () => client.accounts.create(fields, once(accountKeyOf(memberId))),
      (known) => client.accounts.retrieve(known),
    )
    return id
  }

  /** The member's one number: whoever has one keeps it, with the account that it is of. */
  const open = async (memberId: string): Promise<Increase.AccountNumber> => {
    const key = keyOf(memberId)
    if (accounts === 'each') {
      const [known] = (await asked(() => client.accountNumbers.list({ idempotency_key: key }))).data
      if (known) return known
    }
    const fields = {
      account_id: accounts === 'each' ? await openOwn(memberId) : accountId,
      name: `Member ${memberId}`,
      inbound_ach: { debit_status: 'blocked' },
    } as const
    return created(() => client.accountNumbers.create(fields, once(key)), numberOf)
  }

  const shownOf = ({ routing_number, account_number }: Increase.AccountNumber): FinancialAddress => ({
    routingNumber: routing_number,
    accountNumber: masked(account_number),
  })
  const keep = async (number: Increase.AccountNumber): Promise<void> => {
    const memberId = memberOf(number)
    if (memberId === null) return
    // A former pooled account is nobody's own.
    if (number.account_id !== accountId) {
      const account = await asked(() => client.accounts.retrieve(number.account_id))
      if (account.idempotency_key === accountKeyOf(memberId))
        await keepMemberAccount(pool, NAME, { accountId: account.id, treasuryAccountId: number.id })
    }
    await pool.query(SAVE, [number.id, memberId, number.routing_number, number.account_number.slice(-4)])
  }

  /** Whose account number it is; null when it is none of a member, such as the operator's own. */
  const ownerOf = async (id: string): Promise<string | null> => {
    const known = owners.get(id) ?? { memberId: memberOf(await numberOf(id)) }
    owners.set(id, known)
    return known.memberId
  }

  const receiptOf = async ({ id, amount, route_id: number, source }: Increase.Transaction) => {
    const back = source.inbound_ach_transfer_return_intention
    const receipts: BankReceipt[] = []
    if (back) {
      const transfer = await client.inboundACHTransfers.retrieve(back.inbound_ach_transfer_id)
      const memberId = await ownerOf(transfer.account_number_id)
      if (memberId !== null && transfer.acceptance !== null)
        receipts.push({
          kind: 'sent_back',
          of: transfer.acceptance.transaction_id,
          memberId,
          cents: BigInt(-amount),
        })
    } else if (number !== null && amount > 0) {
      const memberId = await ownerOf(number)
      if (memberId !== null) receipts.push({ kind: 'received', id, memberId, cents: BigInt(amount) })
    }
    return receipts
  }

  return {
    name: NAME,
    simulated: false,
    closed: null,
    openAccount: async (memberId) => {
      const number = await open(memberId)
      await keep(number)
      return { accountId: number.id }
    },
    addressOf: async (id) => {
      const { routing_number: routingNumber, account_number: accountNumber } = await numberOf(id)
      return { routingNumber, accountNumber }
    },
    maskedAddressOf: async (id) => {
      const { rows } = await pool.query<{ routingNumber: string; last4: string }>(READ, [id])
      const [known] = rows
      if (known) return { routingNumber: known.routingNumber, accountNumber: masked(known.last4) }
      const number = await numberOf(id)
      await keep(number)
      return shownOf(number)
    },
    endAccount: async (id) => {
      try {
        await client.accountNumbers.update(id, { status: 'canceled' })
      } catch (error) {
        // Of another bank, or of an account that the operator has ended.
        if (!isUnknown(error)) await asked(() => Promise.reject(error))
      }
      await endMemberAccount(pool, NAME, id)
    },
    receiptsSince: (cursor) =>
      asked(async () => {
        const all = { client, accountId, memberAccountIds, clock }
        const page = await readTransactions(all, cursor, { category: { in: [...CATEGORIES] } })
        const receipts: BankReceipt[] = []
        for (const transaction of page.items) receipts.push(...(await receiptOf(transaction)))
        return { receipts, cursor: page.cursor }
      }),
  }
}
