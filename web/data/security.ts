import { sessionOperations } from '../../api/contract/session.ts'
import { securityOperations } from '../../api/contract/security.ts'
import { walletOperations } from '../../api/contract/wallet.ts'
import { changing } from './changing.ts'
import { call } from './client.ts'
import { answerOf, fieldOf } from './sources.ts'

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
export const setDailyLimit = (limit: string | null) =>
  changing(dailyLimit, securityEvents)(walletOperations.setDailyLimit, { body: { limit_usd: limit } })

const change = changing(ownSessions, securityEvents)

/** Signs the member out in one other place. */
export const endSession = (id: string) => change(securityOperations.endSession, { params: { id } })

/** Signs the member out everywhere but here. */
export const endOtherSessions = () => change(securityOperations.endOtherSessions, {})

/** Redirects to the identity provider, which authenticates anew. Never resolves: the page is left. */
export const signInAgain = async (): Promise<never> => {
  const { data } = await call(sessionOperations.getSignInUrl, { query: { fresh: '1' } })
  globalThis.location.assign(data.redirectUrl)
  return new Promise(() => undefined)
}
