import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react'
import * as z from 'zod/mini'
import { lastMember } from './at-rest.ts'
import { browserSession, channel } from './browser-session.ts'
import { onSessionEnd } from './client.ts'
import { onConnectivity, connectivity } from './connectivity.ts'
import { onDatabaseClosed } from './device-storage.ts'
import type { SessionState, SessionStore } from './session-store.ts'
import { using } from './using.ts'

const Message = z.union([
  z.object({ type: z.enum(['signed_out', 'lapsed']) }),
  z.object({ type: z.literal('signed_in'), memberId: z.string() }),
])

/** Ties the session to what happens around it; returns how to untie it. */
const attach = (store: SessionStore): (() => void) => {
  const hear = (event: MessageEvent<unknown>) => {
    const message = Message.safeParse(event.data)
    if (message.success) void store.heard(message.data)
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
  const attached = new AbortController()
  const { signal } = attached
  channel?.addEventListener('message', hear, { signal })
  document.addEventListener('visibilitychange', wake, { signal })
  window.addEventListener('pageshow', wake, { signal })
  const detach = [
    onSessionEnd(() => void store.ended()),
    onConnectivity(reconnect),
    // From outside, when another tab signs out and when the browser removes it.
    onDatabaseClosed(wake),
  ]
  return () => {
    attached.abort()
    for (const off of detach) off()
  }
}

/** The session as it is shown, and what can be done about it. */
type Auth = SessionState & Pick<SessionStore, 'signIn' | 'signOut' | 'exchangeCode' | 'refetch'>

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
  const auth = useMemo((): Auth => ({ ...store, ...state }), [state, store])
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** The session. Throws outside of its provider. */
export const useAuth = (): Auth => {
  const auth = useContext(AuthContext)
  if (auth === null) throw new Error('useAuth must be used within a AuthProvider')
  return auth
}
