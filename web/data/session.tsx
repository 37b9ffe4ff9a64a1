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
import { confirmMemberBy, onSessionEnd } from './client.ts'
import { onConnectivity, connectivity } from './connectivity.ts'
import { onDatabaseClosed } from './device-storage.ts'
import { readFirst } from './first-reads.ts'
import type { SessionState, SessionStore } from './session-store.ts'
import { withDatabase } from './with-database.ts'

const Message = z.union([
  z.object({ type: z.enum(['signed_out', 'lapsed', 'closed']) }),
  z.object({ type: z.literal('signed_in'), memberId: z.string() }),
])

/** Connects the session to the events around it; returns the function that disconnects it. */
const attach = (store: SessionStore): (() => void) => {
  const hear = (event: MessageEvent<unknown>) => {
    const message = Message.safeParse(event.data)
    if (message.success) void store.receive(message.data)
  }
  // A tab that was asleep and missed the message catches up when it becomes visible.
  const wake = () => {
    if (document.visibilityState !== 'visible') return
    // One cheap query finds out whether the database connection has survived the background, and repairs it.
    withDatabase(({ documents }) => documents.count()).catch(() => undefined)
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
    // The database is closed from outside when another tab signs out and when the browser removes it.
    onDatabaseClosed(wake),
  ]
  return () => {
    attached.abort()
    for (const off of detach) off()
  }
}

/** The session's state, and the actions on it. */
type Auth = SessionState &
  Pick<SessionStore, 'signIn' | 'signOut' | 'closeAccount' | 'exchangeCode' | 'refetch'>

const AuthContext = createContext<Auth | null>(null)
let theStore: SessionStore | undefined
let started: Promise<void> | undefined

/** How long the first drawing waits for what this device remembers: as long as for a database that hangs, ms. */
const RECALL_MS = 2_000

/**
 * Asks who is here. Resolves when it is known, or known that this device remembers nobody, so that the first drawing is
 * the page and not the wait for it.
 */
export const beginSession = (): Promise<void> => {
  const store = (theStore ??= browserSession())
  started ??= store.start()
  if (lastMember() === null) return Promise.resolve()
  return new Promise((resolve) => {
    const off = store.subscribe(() => {
      const { status, user } = store.state()
      if (status === 'pending') return
      off()
      if (user === null) resolve()
      else void readFirst(user.id, globalThis.location.pathname).then(resolve)
    })
    setTimeout(resolve, RECALL_MS)
  })
}

/**
 * The state to render. A sign-in renders a whole page, which React may do in pieces while the former page stays; a
 * sign-out or a change of member applies at once, and nobody is shown as somebody else.
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
    confirmMemberBy(store.confirm)
    started ??= store.start()
    return detach
  }, [store])
  const auth = useMemo((): Auth => ({ ...store, ...state }), [state, store])
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** The session. Throws outside its provider. */
export const useAuth = (): Auth => {
  const auth = useContext(AuthContext)
  if (auth === null) throw new Error('useAuth must be used within a AuthProvider')
  return auth
}
