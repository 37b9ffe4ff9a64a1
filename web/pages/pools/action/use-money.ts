import type { Pool } from '../../../../api/contract/pools.ts'
import { minorOf } from '../../../data/amounts.ts'
import { balanceIn } from '../../../data/balance.ts'
import { useCached } from '../../../data/cached.ts'
import type { Freshness } from '../../../data/freshness.ts'
import { pools } from '../../../data/pools.ts'
import { walletOverview } from '../../../data/wallet.ts'

interface Known {
  readonly state: Freshness
  readonly asOf: string | null
}

/** The USD wallet's balance in cents, null until loaded; it can be negative after a returned deposit. */
export const useUsdBalance = (): Known & { readonly cents: number | null } => {
  const { value, state, asOf } = useCached(walletOverview)
  if (value === null) return { cents: null, state, asOf }
  const usd = balanceIn(value, 'USD')
  const minor = minorOf(usd.replace(/^-/, ''), 'USD')
  const cents = minor === null ? null : Number(minor) * (usd.startsWith('-') ? -1 : 1)
  return { cents, state, asOf }
}

/** The pool's current cached state; null when it is not in the list. */
export const usePoolNow = (id: string): Known & { readonly pool: Pool | null } => {
  const { value, state, asOf } = useCached(pools)
  return { pool: value?.find((pool) => pool.id === id) ?? null, state, asOf }
}
