import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { sessionOperations } from '../../api/contract/session.ts'
import type { CurrentUser } from '../../api/contract/session.ts'
import {
  eraseEntries,
  eraseMembers,
  lastMember,
  oweSignOut,
  rememberMember,
  signOutOwed,
  wasEmptied,
} from './at-rest.ts'
import { writeDocument } from './cache.ts'
import { call, onSessionEnd } from './client.ts'
import { onConnectivity, connectivity } from './connectivity.ts'
import { becomeStorage, newConnection, onDatabaseClosed } from './device-storage.ts'
import { earlySession } from './early-session.ts'
import { beginEpoch } from './epoch.ts'
import { ApiError } from './errors.ts'
import { keptUser } from './kept-user.ts'
import {
  createSessionStore,
  type SessionMessage,
  type SessionState,
  type SessionStore,
} from './session-store.ts'
import { serverNow, serverTime } from './server-clock.ts'
import { closeMemberDatabase, ME, openMemberDatabase } from './stored.ts'
import { using } from './using.ts'
import { t } from '../texts/texts.ts'

const CHANNEL = 'youtility.session'

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
 * What an error that came back in the address means. Its words are never shown: anybody can make up such an address,
 * and the page would say them as ours.
 */
const refusalOf = (error: string): string =>
  error === 'access_denied'
    ? t('The sign-in was cancelled. You can start it again at any time.')
    : t('Your sign-in provider reported a problem. Please sign in again.')

/** Sends the identity provider's answer, as it stands in the query. */
const exchange = async (query: URLSearchParams): Promise<void> => {
  const refused = query.get('error')
  if (refused !== null) throw new Error(refusalOf(refused))
  const code = query.get('code')
  if (code === null || code === '') throw new Error('No code was provided in the URL search params')
  const state = query.get('state')
  const iss = query.get('iss')
  try {
    await call(sessionOperations.createSession, {
      body: { code, ...(state === null ? {} : { state }), ...(iss === null ? {} : { iss }) },
    })
  } catch (error) {
    if (error instanceof ApiError) console.error(`Exchanging the code failed with status ${error.status}`)
    throw error
  }
}

const leaveToSignIn = async (): Promise<void> => {
  try {
    const { data } = await call(sessionOperations.getSignInUrl, { query: {} })
    globalThis.location.assign(data.redirectUrl)
  } catch (error) {
    const status = error instanceof ApiError ? `status ${error.status}` : error
    console.error('Fetching the sign-in address failed with', status)
  }
}

/** Nobody who comes next is told what concerns who was here. The server ends it with the session. */
const dropPush = async (): Promise<void> => {
  const push = await import('./push.ts')
  await push.dropPush()
}

let welcomed: string | null = null

const welcome = async (user: CurrentUser): Promise<void> => {
  // Another tab has signed in as somebody else: what is under way here was asked for by who was here before.
  if (welcomed !== null && welcomed !== user.id) beginEpoch()
  welcomed = user.id
  // The other tab has cleared what all tabs share; the drafts of this one are for it to clear.
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
  // Without a working database the app runs from the network alone.
  await writeDocument(ME, { value: user, asOf: serverTime() }).catch((error: unknown) =>
    console.warn('The cache is not available', error),
  )
}

const recallUser = async (): Promise<CurrentUser | null> => {
  const memberId = lastMember()
  if (memberId === null) return null
  await openMemberDatabase(memberId)
  const stored = await using(({ documents }) => documents.get(ME))
  const user = keptUser(stored, memberId, serverNow())
  if (user === null) closeMemberDatabase()
  return user
}

/** Nothing in flight outlives the session, and nothing on the icon tells of it. */
const leave = async (): Promise<void> => {
  welcomed = null
  beginEpoch()
  closeMemberDatabase()
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => undefined)
}

const forget = async (): Promise<void> => {
  await leave()
  await eraseMembers(null)
}

const putAway = async (): Promise<void> => {
  await leave()
  const { putAwayUnfinished } = await import('./unfinished.ts')
  await putAwayUnfinished(serverNow())
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null

const browserSession = (): SessionStore =>
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
    forget,
    putAway,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    broadcast: (message) => channel?.postMessage(message),
    signOutOwed,
    oweSignOut,
  })

const messageOf = (data: unknown): SessionMessage | null => {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  if (data.type === 'signed_out') return { type: 'signed_out' }
  if (data.type === 'lapsed') return { type: 'lapsed' }
  return data.type === 'signed_in' && 'memberId' in data && typeof data.memberId === 'string'
    ? { type: 'signed_in', memberId: data.memberId }
    : null
}

/** Ties the session to what happens around it; returns how to untie it. */
const attach = (store: SessionStore): (() => void) => {
  const hear = (event: MessageEvent<unknown>) => {
    const message = messageOf(event.data)
    if (message !== null) void store.heard(message)
  }
  // A tab that slept through the message finds out when it is looked at again.
  const wake = () => {
    if (document.visibilityState !== 'visible') return
    // One cheap question finds out whether the database's connection has survived the background, and mends it.
    using(({ documents }) => documents.count()).catch(() => undefined)
    const { user } = store.state()
    if (user !== null && lastMember() !== user.id) store.refetch().catch(() => null)
  }
  const reconnect = () => {
    if (connectivity() === 'online') store.refetch().catch(() => null)
  }
  channel?.addEventListener('message', hear)
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('pageshow', wake)
  const detach = [
    onSessionEnd(() => void store.ended()),
    onConnectivity(reconnect),
    // From outside, when another tab signs out and when the browser removes it.
    onDatabaseClosed(wake),
  ]
  return () => {
    channel?.removeEventListener('message', hear)
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('pageshow', wake)
    for (const off of detach) off()
  }
}

interface Auth extends SessionState {
  /** Goes to the identity provider. A failure is logged. */
  readonly signIn: () => Promise<void>
  /** Clears the user here and in every tab first, then tells the server. */
  readonly signOut: () => Promise<void>
  /** For the callback page: at most one exchange, with its result kept. */
  readonly exchangeCode: (query: URLSearchParams) => Promise<void>
  readonly refetch: () => Promise<CurrentUser | null>
}

const AuthContext = createContext<Auth | null>(null)
let theStore: SessionStore | undefined
let started: Promise<void> | undefined

/**
 * What the page shows: a whole page comes with a member, and React may draw it piece by piece while the one before
 * stands; but who leaves is gone at once, and nobody is shown as somebody else.
 */
const shownOf = (now: SessionState, drawn: SessionState): SessionState =>
  now.status === 'signed_in' && (drawn.user === null || drawn.user.id === now.user?.id) ? drawn : now

/** Provides the session of this browser to everything below. */
export const AuthProvider = ({ children }: { readonly children: ReactNode }) => {
  const store = (theStore ??= browserSession())
  const now = useSyncExternalStore(store.subscribe, store.state)
  const drawn = useDeferredValue(now)
  const state = shownOf(now, drawn)
  useEffect(() => {
    const detach = attach(store)
    started ??= store.start()
    return detach
  }, [store])
  const auth = useMemo(
    () => ({
      ...state,
      signIn: store.signIn,
      signOut: store.signOut,
      exchangeCode: store.exchangeCode,
      refetch: store.refetch,
    }),
    [state, store],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** The session. Throws outside of its provider. */
export const useAuth = (): Auth => {
  const auth = useContext(AuthContext)
  if (auth === null) throw new Error('useAuth must be used within a AuthProvider')
  return auth
}
