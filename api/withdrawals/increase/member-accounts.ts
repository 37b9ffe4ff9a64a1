import { Increase } from 'increase'
import type { Clock } from '../../../events/ids.ts'
import { forEachBounded } from '../../processes/bounded.ts'
import type { AccountMove, MemberAccounts, MoveState } from '../member-accounts.ts'
import { asked, isNotAccepted, once } from './client.ts'
import { centsOf } from './known-payout.ts'
import { readSince, settledBefore } from './since.ts'

/** Increase's longest page. */
const PAGE_MAX = 100
/** Accounts that Increase is asked for at the same time. */
const AT_ONCE_MAX = 8

/** The accounts that members' money lies in. */
export interface Accounts {
  readonly client: Increase
  /** The pooled one. */
  readonly accountId: string
  /** Those of single members; an account is among them before anybody can pay to it. */
  readonly memberAccountIds: (which: 'open' | 'all') => Promise<readonly string[]>
  readonly clock: Clock
}

/** Transactions of all these accounts after a cursor. */
export const readTransactions = async (
  { client, accountId, memberAccountIds, clock }: Accounts,
  cursor: string | null,
  only: Pick<Increase.TransactionListParams, 'category'> = {},
) => {
  const isOne = (await memberAccountIds('all')).length === 0
  const { items, cursor: next } = await readSince(
    (created) =>
      client.transactions.list({
        ...(isOne && { account_id: accountId }),
        ...only,
        created_at: created,
        limit: PAGE_MAX,
      }),
    { cursor, now: clock() },
  )
  // Asked for after the list: what came in on an account is not passed over because the account is new.
  const known = new Set([accountId, ...(await memberAccountIds('all'))])
  return { items: items.filter(({ account_id: id }) => known.has(id)), cursor: next }
}

/** What lies in all of them, in cents; with several of one moment, as money moves between them. */
export const totalOf = async ({ client, accountId, memberAccountIds, clock }: Accounts): Promise<bigint> => {
  const members = await memberAccountIds('open')
  const query = members.length === 0 ? {} : { at_time: settledBefore(clock()) }
  let total = 0n
  await forEachBounded([accountId, ...members], AT_ONCE_MAX, async (id) => {
    const { current_balance: cents } = await client.accounts.balance(id, query)
    total += BigInt(cents)
  })
  return total
}

const stateOf = ({ status }: Increase.AccountTransfer): MoveState => {
  if (status === 'complete') return 'done'
  return status === 'canceled' ? 'refused' : 'pending'
}

/** Members' own accounts, between which and the pooled one Increase moves money at once (account transfers). */
export const createIncreaseMemberAccounts = ({
  client,
  accountId: pooled,
}: Pick<Accounts, 'client' | 'accountId'>): MemberAccounts => {
  const balance = (id: string) => asked(() => client.accounts.balance(id))
  const moveOf = (key: string) =>
    asked(async () => {
      const [transfer] = (await client.accountTransfers.list({ idempotency_key: key })).data
      return transfer ? stateOf(transfer) : null
    })
  const order = async ({ key, accountId, cents }: AccountMove): Promise<MoveState> => {
    const [from, to] = cents > 0n ? [pooled, accountId] : [accountId, pooled]
    const amount = centsOf({ cents: cents > 0n ? cents : -cents })
    const fields = { account_id: from, destination_account_id: to, amount, description: 'Sweep' }
    return stateOf(await client.accountTransfers.create(fields, once(key)))
  }

  return {
    balanceOf: async (id) => BigInt((await balance(id)).current_balance),
    pooledMinor: async () => BigInt((await balance(pooled)).available_balance),
    move: async (one) => {
      try {
        return await order(one)
      } catch (error) {
        // It is carried out at once or not at all, such as where the account does not cover it.
        if (error instanceof Increase.InvalidOperationError || isNotAccepted(error))
          return (await moveOf(one.key)) ?? 'refused'
        return asked(() => Promise.reject(error))
      }
    },
    moveOf,
    close: (id) =>
      asked(async () => {
        const { status } = await client.accounts.retrieve(id)
        if (status === 'open') await client.accounts.close(id, once(`close-${id}`))
      }),
  }
}
