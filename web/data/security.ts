import { sessionOperations } from '../../api/contract/session.ts'
import { securityOperations, type OwnSession, type SecurityEvent } from '../../api/contract/security.ts'
import { DailyLimit, walletOperations } from '../../api/contract/wallet.ts'
import { call } from './client.ts'
import { document, type DocumentSource } from './sources.ts'
import { refreshDocument } from './refresh.ts'

type Sessions = readonly OwnSession[]
type Events = readonly SecurityEvent[]

const SHOWN = 20

/** Where the member is signed in. */
export const ownSessions: DocumentSource<Sessions> = document(
  'sessions',
  securityOperations.listSessions.response.shape.sessions,
  () => call(securityOperations.listSessions, {}),
  ({ sessions }) => sessions,
)

/** What concerned the security of the account lately. */
export const securityEvents: DocumentSource<Events> = document(
  'security-events',
  securityOperations.listSecurityEvents.response.shape.events,
  () => call(securityOperations.listSecurityEvents, { query: { limit: String(SHOWN) } }),
  ({ events }) => events,
)

/** What the member lets leave by transfers in a day. */
export const dailyLimit: DocumentSource<DailyLimit> = document(
  'daily-limit',
  DailyLimit,
  () => call(walletOperations.getDailyLimit, {}),
  (data) => data,
)

/** Lowers it at once or asks for a higher one; null: for none. */
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

/** Goes to the identity provider, which asks anew who it is. */
export const signInAgain = async (): Promise<void> => {
  const { data } = await call(sessionOperations.getSignInUrl, { query: { fresh: '1' } })
  globalThis.location.assign(data.redirectUrl)
}
