import type { Pool } from 'pg'
import { formatMinor } from '../../events/money.ts'
import { depositsOf } from '../../projections/deposits/queries.ts'
import type { WalletOverview } from '../contract/wallet.ts'
import { againUntil } from './again.ts'
import { failureOf, methodOf } from './views.ts'

const RECENT_MAX = 20

/** A member's newest deposits, for the wallet overview. */
export const recentDepositsOf = async (pool: Pool, memberId: string): Promise<WalletOverview['deposits']> => {
  const deposits = await depositsOf(pool, memberId, { limit: RECENT_MAX })
  return deposits.map((deposit) => ({
    id: deposit.id,
    method: methodOf(deposit.method),
    amount: formatMinor(deposit.currency, deposit.minor),
    status: deposit.status,
    failure_message: failureOf(deposit)?.message ?? null,
    again_until: againUntil(deposit, deposits)?.toISOString() ?? null,
    created_at: deposit.createdAt,
  }))
}
