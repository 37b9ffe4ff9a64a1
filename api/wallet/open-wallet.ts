import { derivedId, type Clock } from '../../events/ids.ts'
import { money } from '../../events/money.ts'
import type { Wallets } from './wallets.ts'

/** Millionths of YUT in one YUT. */
const YUT = 1_000_000n

/** Makes sure a member's wallet is open and holds its welcome tokens; whatever of it is done stays done. */
export type EnsureWallet = (memberId: string) => Promise<{ readonly position: bigint }>

export const createEnsureWallet = ({
  wallets,
  clock,
  welcomeGrantYut,
}: {
  wallets: Wallets
  clock: Clock
  /** Whole YUT given to a new member. */
  welcomeGrantYut: number
}): EnsureWallet => {
  const grant = money('YUT', BigInt(welcomeGrantYut) * YUT)
  return async (memberId) => {
    const context = {
      actor: 'system',
      correlationId: memberId,
      causationId: memberId,
      at: clock().toISOString(),
    }
    const opened = await wallets.execute(memberId, { type: 'openWallet', memberId }, context)
    if (grant.minor === 0n) return opened
    // One grant a member, whatever called it: the grant id is the member's.
    const grantId = derivedId('welcome-grant', memberId)
    const eventId = derivedId('YutGranted', grantId)
    return wallets.execute(
      memberId,
      { type: 'grantYut', grantId, reason: 'welcome', amount: grant },
      { ...context, step: { eventId, after: 0n } },
    )
  }
}
