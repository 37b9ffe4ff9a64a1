import { addBusinessDays } from '../../../events/business-days.ts'
import type { Clock } from '../../../events/ids.ts'
import {
  BankUnavailable,
  type BankTransaction,
  type PayingBank,
  type Payout,
  type PayoutNews,
  type PayoutOrder,
  type ReceivingBank,
} from '../paying-bank.ts'
import { createAch } from './ach.ts'
import { asked, createdBefore, createIncreaseClient, isNotAccepted, once } from './client.ts'
import { createInstant } from './instant.ts'
import { isSame, type KnownPayout, type Network } from './known-payout.ts'
import { createIncreaseMemberAccounts, readTransactions, totalOf, type Accounts } from './member-accounts.ts'
import { newsOf } from './news.ts'
import { readSince } from './since.ts'
import { createBooks } from './transactions.ts'

/** Banking days until an ACH payment is there at the latest. */
const ARRIVES_DAYS = 3
/** Increase's longest page. */
const PAGE_MAX = 100

export interface IncreaseOptions {
  readonly apiKey: string
  /** The pooled account, which pays. */
  readonly accountId: string
  readonly apiUrl: string
  /** Accounts of single members beside it. */
  readonly memberAccountIds: Accounts['memberAccountIds']
  /** The time that Increase dates by. */
  readonly clock: Clock
}

/**
 * Increase (npm `increase`, pinned) as it pays out: by ACH, and at once by RTP or FedNow, whichever the receiving bank
 * takes. The order's key is Increase's idempotency key, which belongs to one object for ever and by which it is found
 * again (increase.com/documentation/idempotency-keys).
 */
export const createIncreasePayingBank = ({
  apiKey,
  accountId,
  apiUrl,
  memberAccountIds,
  clock,
}: IncreaseOptions): PayingBank => {
  const client = createIncreaseClient(apiKey, apiUrl)
  const all = { client, accountId, memberAccountIds, clock }
  const books = createBooks(client)

  let payer: Promise<string> | null = null
  /** The account number that instant payments come from: one of its own, which nobody may debit. */
  const payingNumber = (): Promise<string> => {
    payer ??= asked(() =>
      client.accountNumbers.create(
        { account_id: accountId, name: 'Withdrawals', inbound_ach: { debit_status: 'blocked' } },
        once(`withdrawals-${accountId}`),
      ),
    ).then(
      ({ id }) => id,
      (error: unknown) => {
        payer = null
        throw error
      },
    )
    return payer
  }
  const ach = createAch(client, accountId)
  const realTime = createInstant(client.realTimePaymentsTransfers, payingNumber)
  const fedNow = createInstant(client.fednowTransfers, payingNumber)

  const routingOf = async (routingNumber: string) =>
    asked(async () => (await client.routingNumbers.list({ routing_number: routingNumber })).data[0] ?? null)

  /** The network that an order goes by; null when its bank takes nothing that is instant. */
  const networkFor = async ({ rail, to }: PayoutOrder): Promise<Network | null> => {
    if (rail === 'ach') return ach
    const receiving = await routingOf(to.routingNumber)
    if (receiving?.real_time_payments_transfers === 'supported') return realTime
    return receiving?.fednow_transfers === 'supported' ? fedNow : null
  }

  const find = async (key: string): Promise<KnownPayout | null> => {
    const found = await asked(() => Promise.all([ach, realTime, fedNow].map((network) => network.find(key))))
    return found.find((known) => known !== null) ?? null
  }

  const place = async (network: Network, order: PayoutOrder): Promise<KnownPayout | null> => {
    try {
      return await network.order(order)
    } catch (error) {
      if (isNotAccepted(error)) return null
      if (createdBefore(error) === null) return asked(() => Promise.reject(error))
      const known = await find(order.key)
      if (!known) throw new BankUnavailable('a key that was used has made no transfer')
      return known
    }
  }

  const payOut = async (order: PayoutOrder): Promise<Payout> => {
    const network = await networkFor(order)
    if (!network) return { state: 'refused', reason: 'not_instant' }
    const known = await place(network, order)
    if (!known) return { state: 'refused', reason: 'details_not_accepted' }
    if (!isSame(known, order)) throw new Error(`The payout ${order.key} was ordered as another one`)
    return known.payout
  }

  const transferOf = async (id: string) => {
    const transfer = await client.achTransfers.retrieve(id)
    // Others may use the same group of accounts, and the operator may pay by hand.
    return transfer.account_id === accountId ? transfer : null
  }

  return {
    name: 'increase',
    simulated: false,
    closed: null,
    testAccounts: [],
    bankOf: async (routingNumber) => {
      const receiving = await routingOf(routingNumber)
      if (receiving?.ach_transfers !== 'supported') return null
      const { real_time_payments_transfers: rtp, fednow_transfers: now, name } = receiving
      const isInstant = rtp === 'supported' || now === 'supported'
      return { name, rails: isInstant ? ['ach', 'instant'] : ['ach'] } satisfies ReceivingBank
    },
    arrivesBy: (rail, from) => (rail === 'ach' ? addBusinessDays(from, ARRIVES_DAYS) : from),
    payOut,
    payoutOf: async (key) => (await find(key))?.payout ?? null,
    newsSince: (cursor, limit) =>
      asked(async () => {
        const page = await readSince(
          (created) =>
            client.events.list({
              category: { in: ['ach_transfer.updated'] },
              created_at: created,
              order_by: { field: 'created_at', direction: 'ascending' },
              limit: Math.min(limit, PAGE_MAX),
            }),
          { cursor, now: clock(), limit },
        )
        const transfers = new Map<string, Awaited<ReturnType<typeof transferOf>>>()
        const news: PayoutNews[] = []
        for (const { associated_object_id: id } of page.items) {
          const transfer = transfers.get(id) ?? (await transferOf(id))
          transfers.set(id, transfer)
          const key = transfer?.idempotency_key ?? null
          if (transfer && key !== null) news.push(...newsOf(key, transfer))
        }
        return { news, cursor: page.cursor }
      }),
    transactionsSince: (cursor) =>
      asked(async () => {
        const page = await readTransactions(all, cursor)
        const transactions: BankTransaction[] = []
        for (const transaction of page.items) transactions.push(await books.lineOf(transaction))
        return { transactions, cursor: page.cursor }
      }),
    balanceMinor: () => asked(() => totalOf(all)),
    memberAccounts: createIncreaseMemberAccounts(all),
  }
}
