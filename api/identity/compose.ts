import { hasPaid, paidAmong } from '../../projections/activity/transfers.ts'
import { forgetAnswers } from '../http/idempotency-retention.ts'
import { purgeRateLimits } from '../http/rate-limits.ts'
import { owedNothing, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { formerAccountsOf } from './former-members.ts'
import { createIdentity, type IdentityOptions } from './identity.ts'
import { rewrapOnce } from './rewrap.ts'

/** Sign-in, sign-out and member look-ups, and the purges of expired rows. */
export const composeIdentity = (
  platform: Pick<
    Platform,
    | 'securityEvents'
    | 'config'
    | 'log'
    | 'pool'
    | 'ledger'
    | 'realClock'
    | 'members'
    | 'blocks'
    | 'messageKeys'
    | 'platformKeys'
    | 'sessions'
  >,
  {
    provider,
    assertOpen,
    takeDebtsOver,
  }: {
    readonly provider: IdentityOptions['provider']
    /** Throws while the account is being closed. */
    readonly assertOpen: (memberId: string) => Promise<void>
    /** Charges a returning member with the debts of their former accounts. */
    readonly takeDebtsOver: (memberId: string, former: readonly string[]) => Promise<void>
  },
): Area => {
  const { config, pool, ledger, realClock, sessions, messageKeys, platformKeys } = platform
  const identity = createIdentity({
    ...platform,
    publicUrl: config.publicUrl,
    clock: realClock,
    provider,
    onSignedIn: async ({ id }) => {
      await assertOpen(id)
      await ledger.ensureWallet(id)
      await takeDebtsOver(id, await formerAccountsOf(pool, id))
    },
    hasPaid: (senderId, recipientId) => hasPaid(pool, senderId, recipientId),
    paidAmong: (senderId, recipientIds) => paidAmong(pool, senderId, recipientIds),
  })
  return {
    ...owedNothing('signing in costs nothing'),
    name: 'identity',
    register: identity.register,
    purges: [
      sessions.purge,
      identity.purge,
      purgeRateLimits(pool),
      platform.securityEvents.purge,
      forgetAnswers({ pool, clock: realClock }),
      rewrapOnce([messageKeys.rewrap, platformKeys.rewrap]),
    ],
  }
}
