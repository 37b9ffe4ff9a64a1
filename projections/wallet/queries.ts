import type { Pool } from 'pg'
import type { Currency } from '../../events/money.ts'

/** What a member owns, as far as the projection `wallet` has come. Amounts in minor units. */
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
  /** Of the newest event of the wallet. */
  readonly position: bigint
}

interface Row {
  status: 'open' | 'closed'
  usd_minor: string | bigint
  usdc_minor: string | bigint
  yut_minor: string | bigint
  yut_staked_minor: string | bigint
  usd_locked_minor: string | bigint
  usdc_locked_minor: string | bigint
  yut_locked_minor: string | bigint
  interest_minor: string | bigint
  rewards_minor: string | bigint
  treasury_account_id: string | null
  treasury_status: 'open' | null
  bills_from_wallet: boolean
  opened_at: Date
  position: string | bigint
}

/** A member's wallet; null before it was opened. */
export const walletOf = async (pool: Pool, memberId: string): Promise<WalletRow | null> => {
  const { rows } = await pool.query<Row>({
    name: 'read_wallet_of',
    text: `
      select status, usd_minor, usdc_minor, yut_minor, yut_staked_minor, usd_locked_minor, usdc_locked_minor,
        yut_locked_minor, interest_minor, rewards_minor, treasury_account_id, treasury_status, bills_from_wallet, opened_at, position
      from read.wallet where member_id = $1`,
    values: [memberId],
  })
  const [row] = rows
  if (!row) return null
  return {
    memberId,
    status: row.status,
    balances: { USD: BigInt(row.usd_minor), USDC: BigInt(row.usdc_minor), YUT: BigInt(row.yut_minor) },
    locked: {
      USD: BigInt(row.usd_locked_minor),
      USDC: BigInt(row.usdc_locked_minor),
      YUT: BigInt(row.yut_locked_minor),
    },
    yutStaked: BigInt(row.yut_staked_minor),
    earned: { interest: BigInt(row.interest_minor), rewards: BigInt(row.rewards_minor) },
    treasuryAccount:
      row.treasury_account_id !== null && row.treasury_status !== null
        ? { id: row.treasury_account_id, status: row.treasury_status }
        : null,
    billsFromWallet: row.bills_from_wallet,
    openedAt: row.opened_at.toISOString(),
    position: BigInt(row.position),
  }
}

/** Cents in the open wallets of members that auto-pay may use. */
export const walletsForBills = async (
  pool: Pool,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await pool.query<{ member_id: string; available: string }>({
    name: 'read_wallets_for_bills',
    text: `select member_id, greatest(usd_minor - usd_locked_minor, 0)::text as available from read.wallet
      where member_id = any($1::uuid[]) and status = 'open' and bills_from_wallet`,
    values: [memberIds],
  })
  return new Map(rows.map((row) => [row.member_id, BigInt(row.available)]))
}
