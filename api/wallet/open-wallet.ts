import { derivedId, type Clock } from '../../events/ids.ts'
import type { Money } from '../../events/money.ts'
import { bySystem } from '../http/attempt.ts'
import type { Wallets } from './wallets.ts'
import { UNLIMITED_GRANTS, type WelcomeGrants } from './welcome-grants.ts'

/**
 * Opens a member's wallet and grants its welcome tokens, if that is not done and the day has a budget; nobody gets them twice by closing an
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
  welcomeGrants = UNLIMITED_GRANTS,
}: {
  wallets: Wallets
  clock: Clock
  /** Whether the member had an account before, and so has had the welcome grant. */
  isReturning: (memberId: string) => Promise<boolean>
  /** YUT given to a new member, zero for none. */
  welcomeGrant: Money
  /** Decides when it is given. Default: at once. */
  welcomeGrants?: WelcomeGrants
}): EnsureWallet => {
  return async (memberId) => {
    const context = bySystem(clock, memberId, memberId)
    const isGranted = welcomeGrant.minor > 0n && !(await isReturning(memberId))
    // Before the wallet is opened: whoever has an open wallet and nothing asked for has had the grant.
    if (isGranted && (await wallets.stateOf(memberId)).status === 'absent') await welcomeGrants.ask(memberId)
    const opened = await wallets.execute(memberId, { type: 'openWallet', memberId }, context)
    if (!isGranted) return opened
    const taken = await welcomeGrants.take(memberId)
    if (taken === 'waiting') return opened
    const grantId = welcomeGrantId(memberId)
    const eventId = derivedId('YutGranted', grantId)
    const granted = await wallets.execute(
      memberId,
      { type: 'grantYut', grantId, reason: 'welcome', amount: welcomeGrant },
      { ...context, step: { eventId, after: 0n } },
    )
    if (taken === 'taken') await welcomeGrants.given(memberId)
    return granted
  }
}
