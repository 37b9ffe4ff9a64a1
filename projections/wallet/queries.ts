import type { Pool } from 'pg'
import { addDays, dayOf } from '../../events/calendar.ts'
import type { Currency } from '../../events/money.ts'
import { int8, text, uuid } from '../columns.ts'
import { netSince } from '../daily/queries.ts'
import { sharedRead } from '../shared-read.ts'
import { readRows, rowQuery, rowsQuery } from '../query.ts'
import { shape, type RowOf } from '../table.ts'
import { wallet } from './table.ts'
import { READ_SCHEMA } from '../schema.ts'

/** What a member owns as of the checkpoint of the projection `wallet`. Amounts in minor units. */
export interface WalletRow {
  readonly memberId: string
  readonly status: 'open' | 'closed'
  readonly balances: Readonly<Record<Currency, bigint>>
  /** Part of the balance that cannot be spent now. */
  readonly locked: Readonly<Record<Currency, bigint>>
  readonly yutStaked: bigint
  /** Interest received so far, in cents, and rewards claimed so far, in millionths of a YUT. */
  readonly earned: { readonly interest: bigint; readonly rewards: bigint }
  readonly treasuryAccount: { readonly id: string; readonly status: 'open' } | null
  /** Auto-pay may take what pools lack for a bill. */
  readonly billsFromWallet: boolean
  /** ISO 8601. */
  readonly openedAt: string
  /** Taken back of deposits so far, in cents: the USD balance is below zero by this at most. */
  readonly takenBack: bigint
  /** Position of the newest event of the wallet. */
  readonly position: bigint
}

const owners = shape({ memberId: uuid })

/** Owners of wallets that are closed. */
export const ownersOfClosedWallets = rowsQuery(owners, {
  name: 'read_closed_wallets',
  text: `select ${owners.list()} from ${READ_SCHEMA}.wallet where status = 'closed'`,
  values: () => [],
  as: ({ memberId }) => memberId,
})

const owed = wallet.pick('memberId', 'usdMinor')

/** Closed wallets with dollars that came in after they were closed, in cents. */
export const walletsOwed = rowsQuery(owed, {
  name: 'read_closed_wallets_owed',
  text: `select ${owed.list()} from ${READ_SCHEMA}.wallet where status = 'closed' and usd_minor > 0 order by member_id`,
  values: () => [],
  as: ({ memberId, usdMinor }) => ({ memberId, minor: usdMinor }),
})

/** The owner of a treasury account; null when no wallet has it. */
export const ownerOfTreasuryAccount = rowQuery(owners, {
  name: 'read_treasury_account_owner',
  text: `select ${owners.list()} from ${READ_SCHEMA}.wallet where treasury_account_id = $1`,
  values: (accountId: string) => [accountId],
  as: ({ memberId }) => memberId,
})

const walletFrom = (row: RowOf<typeof wallet.columns>): WalletRow => {
  const { memberId, status, billsFromWallet, openedAt, position, treasuryAccountId, treasuryStatus } = row
  return {
    memberId,
    status,
    balances: { USD: row.usdMinor, USDC: row.usdcMinor, YUT: row.yutMinor },
    locked: { USD: row.usdLockedMinor, USDC: row.usdcLockedMinor, YUT: row.yutLockedMinor },
    yutStaked: row.yutStakedMinor,
    takenBack: row.takenBackMinor,
    earned: { interest: row.interestMinor, rewards: row.rewardsMinor },
    treasuryAccount:
      treasuryAccountId !== null && treasuryStatus !== null
        ? { id: treasuryAccountId, status: treasuryStatus }
        : null,
    billsFromWallet,
    openedAt,
    position,
  }
}

/** A member's wallet; null before it was opened. */
export const walletOf = sharedRead(
  (memberId: string) => memberId,
  rowQuery(wallet, {
    name: 'read_wallet_of',
    text: `select ${wallet.list()} from ${READ_SCHEMA}.wallet where member_id = $1`,
    values: (memberId: string) => [memberId],
    as: walletFrom,
  }),
)

const WithNet = shape({ ...wallet.columns, net: int8 })

/**
 * A member's wallet, null before it was opened, with the cents received minus the cents sent by transfers in the last 30
 * UTC days, today included: both as of one position. Returned money counts on the day of its return.
 */
export const walletWithNet = rowQuery(WithNet, {
  name: 'read_wallet_with_net',
  text: `select ${wallet.list()}, ${netSince("'USD'", '$2')} as net from ${READ_SCHEMA}.wallet where member_id = $1`,
  values: (memberId: string, now: Date) => [memberId, addDays(dayOf(now), -29)],
  as: (row) => ({ ...walletFrom(row), net: row.net }),
})

const BelowZero = shape({ explained: int8, unexplained: int8 })

/** How many wallets are below zero: by what was taken back of deposits alone, and otherwise. */
export const walletsBelowZero = rowQuery(BelowZero, {
  name: 'read_wallets_below_zero',
  text: `select count(*) filter (where is_explained) as explained, count(*) filter (where not is_explained) as unexplained
    from (
      select usdc_minor >= 0 and yut_minor >= 0 and usd_minor >= -taken_back_minor as is_explained
      from ${READ_SCHEMA}.wallet where below_zero
    ) as below`,
  values: () => [],
})

const Available = shape({ memberId: uuid, available: int8 })

/** Spendable cents by member, of the open wallets that auto-pay may use. */
export const walletsForBills = async (
  pool: Pool,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await readRows(pool, Available, {
    name: 'read_wallets_for_bills',
    text: `select member_id, greatest(usd_minor - usd_locked_minor, 0) as available from ${READ_SCHEMA}.wallet
      where member_id = any($1::uuid[]) and status = 'open' and bills_from_wallet`,
    values: [memberIds],
  })
  return new Map(rows.map((row) => [row.memberId, row.available]))
}

const Dollars = shape({ treasuryAccountId: text(), usdMinor: int8 })

/** Cents that the open wallets of treasury accounts own, zero where one owes; closed wallets are not among them. */
export const usdOfTreasuryAccounts = async (
  pool: Pool,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await readRows(pool, Dollars, {
    name: 'read_usd_of_treasury_accounts',
    text: `select treasury_account_id, greatest(usd_minor, 0) as usd_minor from ${READ_SCHEMA}.wallet
      where treasury_account_id = any($1::text[]) and status = 'open'`,
    values: [accountIds],
  })
  return new Map(rows.map((row) => [row.treasuryAccountId, row.usdMinor]))
}
