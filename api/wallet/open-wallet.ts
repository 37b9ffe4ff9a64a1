import { derivedId, type Clock } from '../../events/ids.ts'
import type { Money } from '../../events/money.ts'
import { bySystem } from '../attempt.ts'
import type { Wallets } from './wallets.ts'

/**
 * Opens a member's wallet and grants its welcome tokens, if that is not done; nobody gets them twice by closing an
 * account and coming back.
 */
export type EnsureWallet = (memberId: string) => Promise<{ readonly position: bigint }>

/** Id of the welcome grant; there is one for each member. */
export const welcomeGrantId = (memberId: string): string => derivedId('welcome-grant', memberId)

export const createEnsureWallet = ({
  wallets,
  clock,
  welcomeGrant,
  isReturning,
}: {
  wallets: Wallets
  clock: Clock
  /** Whether the member had an account before, and so has had the welcome grant. */
  isReturning: (memberId: string) => Promise<boolean>
  /** YUT given to a new member, zero for none. */
  welcomeGrant: Money
}): EnsureWallet => {
  return async (memberId) => {
    const context = bySystem(clock, memberId, memberId)
    const opened = await wallets.execute(memberId, { type: 'openWallet', memberId }, context)
    if (welcomeGrant.minor === 0n || (await isReturning(memberId))) return opened
    const grantId = welcomeGrantId(memberId)
    const eventId = derivedId('YutGranted', grantId)
    return wallets.execute(
      memberId,
      { type: 'grantYut', grantId, reason: 'welcome', amount: welcomeGrant },
      { ...context, step: { eventId, after: 0n } },
    )
  }
}
