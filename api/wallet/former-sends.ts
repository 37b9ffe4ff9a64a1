import { LRUCache } from 'lru-cache'
import type { Clock } from '../../events/ids.ts'
import { maxEntries } from '../../events/max-entries.ts'
import { sentOn } from '../../events/wallet/daily-limit.ts'
import type { UnverifiedCents } from './transfers.ts'
import type { Wallets } from './wallets.ts'

const CACHED_MAX = 20_000

/**
 * What may leave in a day while nobody has verified who a member is, less what left on the same day from accounts that the
 * same person has closed: the limit is the person's.
 * @param formerAccounts ids of those accounts, asked for once: they are known before a member's first call, and none is
 *   added while the account is open
 */
export const lessFormerSends = ({
  unverifiedCents,
  formerAccounts,
  wallets,
  clock,
}: {
  readonly unverifiedCents: UnverifiedCents
  readonly formerAccounts: (memberId: string) => Promise<readonly string[]>
  readonly wallets: Pick<Wallets, 'stateOf'>
  readonly clock: Clock
}): UnverifiedCents => {
  const former = new LRUCache<string, readonly string[]>(maxEntries(CACHED_MAX))
  const accountsOf = async (memberId: string): Promise<readonly string[]> => {
    const known = former.get(memberId) ?? (await formerAccounts(memberId))
    former.set(memberId, known)
    return known
  }
  return async (memberId) => {
    const limit = await unverifiedCents(memberId)
    if (limit === null) return null
    const at = clock().toISOString()
    const closed = await Promise.all((await accountsOf(memberId)).map((id) => wallets.stateOf(id)))
    const sent = closed.reduce(
      (sum, wallet) => sum + (wallet.status === 'absent' ? 0n : sentOn(wallet.sentInDay, at)),
      0n,
    )
    return sent < limit ? limit - sent : 0n
  }
}
