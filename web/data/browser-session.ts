import { sessionOperations } from '../../api/contract/session.ts'
import type { CurrentUser } from '../../api/contract/session.ts'
import {
  eraseEntries,
  eraseMembers,
  lastMember,
  setSignOutPending,
  rememberMember,
  isSignOutPending,
  wasEmptied,
} from './at-rest.ts'
import { writeDocument } from './cache.ts'
import { call } from './client.ts'
import { becomeStorage, newConnection } from './device-storage.ts'
import { earlySession } from './early-session.ts'
import { beginEpoch } from './epoch.ts'
import { ApiError } from './errors.ts'
import { oneTabAtATime } from './one-at-a-time.ts'
import { storedUser } from './stored-user.ts'
import { createSessionStore, type SessionStore } from './session-store.ts'
import { serverNow, serverTime } from './server-clock.ts'
import { ME } from './in-use.ts'
import { closeMemberDatabase, openMemberDatabase } from './stored.ts'
import { withDatabase } from './with-database.ts'
import { t } from '../texts/texts.ts'

const fetchUser = async (): Promise<CurrentUser | null> => {
  try {
    return (await call(sessionOperations.getSession, { underWay: earlySession() })).data.member
  } catch (error) {
    if (error instanceof ApiError) {
      throw new Error(`Fetching the user failed with status ${error.status}`, { cause: error })
    }
    throw error
  }
}

/**
 * The sentence for an error in the callback address. Texts from the address are never shown: anybody can craft such an
 * address, and the page would show them as ours.
 */
const refusalOf = (error: string): string =>
  error === 'access_denied'
    ? t('The sign-in was cancelled. You can start it again at any time.')
    : t('Your sign-in provider reported a problem. Please sign in again.')

/**
 * A sign-in is bound to the session's cookie, which its beginning sets and its end replaces. Several tabs that were opened
 * without a session begin at the same time, and the cookie of the last would make the sign-ins of the others expire.
 */
const signingIn = <T>(work: () => Promise<T>): Promise<T> => oneTabAtATime('youtility.sign-in', work)

/** The sign-in is no longer known, but another tab's has signed in this browser meanwhile. */
const isSignedInElsewhere = async (error: unknown): Promise<boolean> =>
  error instanceof ApiError && error.code === 'sign_in_expired' && (await fetchUser()) !== null

/** Sends the server the identity provider's response, which is in the query. */
const exchange = async (query: URLSearchParams): Promise<void> => {
  const refused = query.get('error')
  if (refused !== null) throw new Error(refusalOf(refused))
  const code = query.get('code')
  if (code === null || code === '') throw new Error(refusalOf('no code'))
  const state = query.get('state')
  const iss = query.get('iss')
  try {
    const body = { code, ...(state === null ? {} : { state }), ...(iss === null ? {} : { iss }) }
    await signingIn(() => call(sessionOperations.createSession, { body }))
  } catch (error) {
    if (await isSignedInElsewhere(error).catch(() => false)) return
    if (error instanceof ApiError) console.error(`Exchanging the code failed with status ${error.status}`)
    throw error
  }
}

const leaveToSignIn = async ({ otherAccount }: { readonly otherAccount: boolean }): Promise<void> => {
  const { data } = await signingIn(() =>
    call(sessionOperations.getSignInUrl, { query: otherAccount ? { other_account: '1' } : {} }),
  )
  globalThis.location.assign(data.redirectUrl)
}

/**
 * Ends push in this browser, so that the next person gets no notifications of the last. The server ends it with the session.
 */
const dropPush = async (): Promise<void> => {
  const push = await import('./push.ts')
  await push.dropPush()
}

let welcomed: string | null = null

const welcome = async (user: CurrentUser): Promise<void> => {
  // Another tab has signed in as another member: abort the requests made for the former one.
  if (welcomed !== null && welcomed !== user.id) beginEpoch()
  welcomed = user.id
  // The other tab has cleared the storage that all tabs share; each tab clears its own drafts.
  eraseEntries(user.id)
  const emptied = wasEmptied()
  if (lastMember() !== user.id) {
    await eraseMembers(user.id)
    void dropPush().catch(() => undefined)
  }
  rememberMember(user.id)
  await openMemberDatabase(user.id)
  if (emptied) {
    becomeStorage({ emptied })
    newConnection()
  }
  // Not waited for: without a working database the app runs from the network alone.
  void writeDocument(ME, { value: user, asOf: serverTime() }).catch((error: unknown) =>
    console.warn('The cache is not available', error),
  )
}

const recallUser = async (): Promise<CurrentUser | null> => {
  const memberId = lastMember()
  if (memberId === null) return null
  await openMemberDatabase(memberId)
  const stored = await withDatabase(({ documents }) => documents.get(ME))
  const user = storedUser(stored, memberId, serverNow())
  if (user === null) closeMemberDatabase()
  // What was requested as this member is aborted if the server knows another.
  else if (welcomed === null) welcomed = memberId
  return user
}

/** Aborts all requests in flight, closes the database and clears the badge on the app's icon. */
const leave = async (): Promise<void> => {
  welcomed = null
  beginEpoch()
  closeMemberDatabase()
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => undefined)
}

const leaveAndErase = async (): Promise<void> => {
  await leave()
  await eraseMembers(null)
}

const leaveAndKeepUnfinished = async (): Promise<void> => {
  await leave()
  const { keepUnfinishedOnly } = await import('./unfinished.ts')
  await keepUnfinishedOnly(serverNow())
}

/** Null where channels are forbidden: Dexie then finds none either, where it would open one of its own. */
const openChannel = (): BroadcastChannel | null => {
  try {
    return new BroadcastChannel('youtility.session')
  } catch {
    Reflect.deleteProperty(globalThis, 'BroadcastChannel')
    return null
  }
}

/** The channel on which this browser's tabs exchange session messages; null if there is none. */
export const channel = openChannel()

export const browserSession = (): SessionStore =>
  createSessionStore({
    fetchUser,
    exchange,
    endSession: async () => {
      await dropPush().catch(() => undefined)
      return (await call(sessionOperations.postLogout, {})).data.redirectUrl
    },
    leaveToSignIn,
    leaveTo: (url) => globalThis.location.assign(url),
    recallUser,
    welcome,
    eraseMemberData: leaveAndErase,
    keepUnfinishedOnly: leaveAndKeepUnfinished,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    broadcast: (message) => channel?.postMessage(message),
    isSignOutPending,
    setSignOutPending,
  })
