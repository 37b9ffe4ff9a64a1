import { createStore } from 'zustand/vanilla'
import type { CurrentUser } from '../../api/contract/session.ts'

/**
 * The session as one small state machine, free of React and of the browser: what it needs from outside
 * comes in as `SessionOutside`.
 */
export interface SessionState {
  /**
   * `pending` until the first question for the user has ended, however it ended. `lapsed`: signed out by nobody, in
   * the middle of a visit; what was not finished is kept for the same member.
   */
  readonly status: 'pending' | 'signed_in' | 'signed_out' | 'lapsed'
  /** A question for the user is in flight. */
  readonly fetching: boolean
  readonly user: CurrentUser | null
}

/** What the tabs of one browser tell each other. */
export type SessionMessage =
  | { readonly type: 'signed_in'; readonly memberId: string }
  | { readonly type: 'signed_out' }
  | { readonly type: 'lapsed' }

export interface SessionOutside {
  /** The user; null when there is no session. Throws when it could not be found out. */
  readonly fetchUser: () => Promise<CurrentUser | null>
  /** Exchanges what the identity provider sent back for a session cookie. */
  readonly exchange: (query: URLSearchParams) => Promise<void>
  /** Ends the server's session; where the identity provider's own one is ended, if that is offered. */
  readonly endSession: () => Promise<string | null>
  /** Sends the browser to the identity provider. */
  readonly leaveToSignIn: () => Promise<void>
  /** Sends the browser to another origin. */
  readonly leaveTo: (url: string) => void
  /** The member who was signed in on this device and has not signed out, from the cache. */
  readonly recallUser: () => Promise<CurrentUser | null>
  /** Opens the member's place on this device; other members' data is removed. */
  readonly welcome: (user: CurrentUser) => Promise<void>
  /** Cuts everything in flight and removes all member data from this device. */
  readonly forget: () => Promise<void>
  /** As `forget`, but what the member has not finished stays, for nobody but them. */
  readonly putAway: () => Promise<void>
  readonly broadcast: (message: SessionMessage) => void
  readonly signOutOwed: () => boolean
  readonly oweSignOut: (owed: boolean) => void
}

export interface SessionStore {
  readonly state: () => SessionState
  readonly subscribe: (listener: () => void) => () => void
  /** Asks who is signed in for the first time. Never rejects. */
  readonly start: () => Promise<void>
  /** Asks again. Concurrent calls share one request. Rejects when it could not be found out. */
  readonly refetch: () => Promise<CurrentUser | null>
  /** Goes to the identity provider. A failure is logged. */
  readonly signIn: () => Promise<void>
  /** Clears the user here and in every tab first, then tells the server. */
  readonly signOut: () => Promise<void>
  /** At most one exchange ever; every call gets the same result. */
  readonly exchangeCode: (query: URLSearchParams) => Promise<void>
  /** The server no longer knows our session. */
  readonly ended: () => Promise<void>
  readonly heard: (message: SessionMessage) => Promise<void>
}

export const createSessionStore = (outside: SessionOutside): SessionStore => {
  const store = createStore<SessionState>(() => ({ status: 'pending', fetching: false, user: null }))
  let inFlight: Promise<CurrentUser | null> | null = null
  let exchanged: Promise<void> | null = null
  /** The exchange while it is under way: who asks meanwhile waits for it. */
  let exchanging: Promise<void> | null = null
  /** Raised when a session ends here: an older answer must not bring its member back. */
  let ends = 0
  const become = (change: Partial<SessionState>): void => store.setState(change)

  const end = async (how: 'signed_out' | 'lapsed', tellOthers: boolean): Promise<void> => {
    const inAVisit = store.getState().status === 'signed_in' || store.getState().status === 'lapsed'
    ends += 1
    inFlight = null
    become({ status: inAVisit ? how : 'signed_out', fetching: false, user: null })
    if (tellOthers) outside.broadcast({ type: how })
    await (how === 'lapsed' ? outside.putAway() : outside.forget())
  }

  /** A sign-out made offline ends the server's session before anybody is let in again. */
  const payOwedSignOut = async (): Promise<void> => {
    if (!outside.signOutOwed()) return
    await outside.endSession()
    outside.oweSignOut(false)
  }

  const ask = async (): Promise<CurrentUser | null> => {
    const endsBefore = ends
    if (exchanging !== null) await exchanging.catch(() => null)
    else await payOwedSignOut()
    const user = await outside.fetchUser()
    if (endsBefore !== ends) return null
    if (user === null) {
      await end('lapsed', store.getState().status === 'signed_in')
      return null
    }
    const isNew = store.getState().user?.id !== user.id
    if (isNew && store.getState().user !== null) become({ status: 'pending', user: null })
    await outside.welcome(user)
    if (endsBefore !== ends) return null
    become({ status: 'signed_in', user })
    if (isNew) outside.broadcast({ type: 'signed_in', memberId: user.id })
    return user
  }

  const refetch = (): Promise<CurrentUser | null> => {
    if (inFlight !== null) return inFlight
    become({ fetching: true })
    const asking = ask().finally(() => {
      if (inFlight !== asking) return
      inFlight = null
      become({ fetching: false })
    })
    inFlight = asking
    return asking
  }

  const start = async (): Promise<void> => {
    const endsBefore = ends
    try {
      await refetch()
    } catch (error) {
      console.error(error)
      const user = outside.signOutOwed() ? null : await outside.recallUser().catch(() => null)
      if (endsBefore !== ends || store.getState().status !== 'pending') return
      if (user === null) return become({ status: 'signed_out' })
      await outside.welcome(user)
      if (endsBefore === ends) become({ status: 'signed_in', user })
    }
  }

  const signOut = async (): Promise<void> => {
    outside.oweSignOut(true)
    const erased = end('signed_out', true)
    let onward: string | null = null
    try {
      onward = await outside.endSession()
      outside.oweSignOut(false)
    } catch (error) {
      console.error('Signing out at the server failed; it is repeated at the next start', error)
    }
    await erased
    // Whoever sits down at this device next must not get in by the provider's memory either.
    if (onward !== null) outside.leaveTo(onward)
  }

  const exchangeOnce = async (query: URLSearchParams): Promise<void> => {
    // An answer that finds nobody cuts every request in flight; the exchange must not be among them, as
    // its code works only once.
    const earlier = inFlight?.catch(() => null) ?? Promise.resolve(null)
    exchanging = earlier
      .then(() => outside.exchange(query))
      // What was owed was the end of the session before.
      .then(() => outside.oweSignOut(false))
    await exchanging.finally(() => {
      exchanging = null
    })
    await refetch()
  }

  return {
    state: store.getState,
    subscribe: (listener) => store.subscribe(listener),
    start,
    refetch,
    signIn: () => outside.leaveToSignIn(),
    signOut,
    exchangeCode: (query) => (exchanged ??= exchangeOnce(query)),
    ended: async () => {
      if (store.getState().status !== 'signed_in') return
      if (inFlight === null) return end('lapsed', true)
      // Another member may be on the way in, who has ended the session that was refused: the server is asked which
      // it is, after what was asked before.
      await inFlight.catch(() => null)
      if (store.getState().status === 'signed_in') await refetch().catch(() => end('lapsed', true))
    },
    heard: async (message) => {
      if (message.type === 'signed_out') {
        if (store.getState().status !== 'signed_out') await end('signed_out', false)
      } else if (message.type === 'lapsed') {
        if (store.getState().status === 'signed_in') await end('lapsed', false)
      } else if (message.memberId !== store.getState().user?.id) await refetch().catch(() => null)
    },
  }
}
