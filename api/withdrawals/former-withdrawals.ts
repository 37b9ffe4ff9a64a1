import type { Pool } from 'pg'
import type { Holdings } from '../../events/wallet/wallet.ts'
import { withdrawnBy, type FormerWallet } from '../../events/wallet/withdrawal-limits.ts'
import { formerAccountsOf } from '../identity/former-members.ts'
import type { Wallets } from '../wallet/wallets.ts'

/** What somebody withdrew with accounts that they have closed: it counts for the limits of the one they have now. */
export type FormerWithdrawals = (memberId: string) => Promise<readonly FormerWallet[]>

/** A wallet whose sums of a day and of a month are its person's. */
export const withFormer = <Known extends Holdings>(
  wallet: Known,
  former: readonly FormerWallet[],
  at: string,
): Known => ({ ...wallet, withdrawn: withdrawnBy(wallet.withdrawn, former, at) })

/** From the closed wallets, which nothing changes any more but payments that come back, and those change no sum. */
export const createFormerWithdrawals =
  (pool: Pool, wallets: Pick<Wallets, 'stateOf'>): FormerWithdrawals =>
  async (memberId) => {
    const former = await formerAccountsOf(pool, memberId)
    const states = await Promise.all(former.map((id) => wallets.stateOf(id)))
    return states.filter((wallet) => wallet.status !== 'absent')
  }
