import { sessionOperations } from '../../api/contract/session.ts'
import { securityOperations } from '../../api/contract/security.ts'
import { walletOperations } from '../../api/contract/wallet.ts'
import { call } from './client.ts'
import { answerOf, fieldOf } from './sources.ts'
import { refreshDocument } from './refresh.ts'

const SHOWN = 20

/** The member's sessions. */
export const ownSessions = fieldOf('sessions', securityOperations.listSessions, 'sessions')

/** Recent events that concern the security of the account. */
export const securityEvents = fieldOf('security-events', securityOperations.listSecurityEvents, 'events', {
  query: { limit: String(SHOWN) },
})

/** The member's daily limit on outgoing transfers. */
export const dailyLimit = answerOf('daily-limit', walletOperations.getDailyLimit)

/** Lowers the limit at once or requests a higher one; null: no limit. */
export const setDailyLimit = async (limit: string | null): Promise<void> => {
  await call(walletOperations.setDailyLimit, { body: { limit_usd: limit } })
  await Promise.all([refreshDocument(dailyLimit), refreshDocument(securityEvents)])
}

const again = () => Promise.all([refreshDocument(ownSessions), refreshDocument(securityEvents)])

/** Signs the member out in one other place. */
export const endSession = async (id: string): Promise<void> => {
  await call(securityOperations.endSession, { params: { id } })
  await again()
}

/** Signs the member out everywhere but here. */
export const endOtherSessions = async (): Promise<void> => {
  await call(securityOperations.endOtherSessions, {})
  await again()
}

/** Redirects to the identity provider, which authenticates anew. Never resolves: the page is left. */
export const signInAgain = async (): Promise<never> => {
  const { data } = await call(sessionOperations.getSignInUrl, { query: { fresh: '1' } })
  globalThis.location.assign(data.redirectUrl)
  return new Promise(() => undefined)
}
