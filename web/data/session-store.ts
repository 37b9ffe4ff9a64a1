import { createStore } from 'zustand/vanilla'
import type { CurrentUser } from '../../api/contract/session.ts'

/**
 * The session as a small state machine, without React or the browser: its dependencies are passed in as
 * `SessionOutside`.
 */
export interface SessionState {
  /**
   * `pending` until the first request for the user has ended, whatever its outcome. `lapsed`: the session ended during
   * a visit without a sign-out; unfinished work is kept for the same member. `closed`: the member has closed the account.
   */
  readonly status: 'pending' | 'signed_in' | 'signed_out' | 'lapsed' | 'closed'
  /** A request for the user is in flight. */
  readonly fetching: boolean
  readonly user: CurrentUser | null
}

/** Messages between the tabs of one browser. */
export type SessionMessage =
  | { readonly type: 'signed_in'; readonly memberId: string }
  | { readonly type: 'signed_out' }
  | { readonly type: 'lapsed' }
  | { readonly type: 'closed' }

export interface SessionOutside {
  /** The user; null when there is no session. Rejects when the request failed. */
  readonly fetchUser: () => Promise<CurrentUser | null>
  /** Exchanges the identity provider's response for a session cookie. */
  readonly exchange: (query: URLSearchParams) => Promise<void>
  /** Ends the server's session; resolves with the address that ends the identity provider's, if there is one. */
  readonly endSession: () => Promise<string | null>
  /**
   * Sends the browser to the identity provider, which asks for the account again if it is to be another one. Rejects when
   * its address is not to be had.
   */
  readonly leaveToSignIn: (how: { readonly otherAccount: boolean }) => Promise<void>
  /** Sends the browser to another origin. */
  readonly leaveTo: (url: string) => void
  /** The member who was signed in on this device and has not signed out, from the cache; opens their database. */
  readonly recallUser: () => Promise<CurrentUser | null>
  /** Opens the member's database on this device; removes other members' data. */
  readonly welcome: (user: CurrentUser) => Promise<void>
  /** Aborts every request in flight and removes all member data from this device. */
  readonly eraseMemberData: () => Promise<void>
  /** Like `eraseMemberData`, but unfinished work stays, for this member only. */
  readonly keepUnfinishedOnly: () => Promise<void>
  readonly broadcast: (message: SessionMessage) => void
  readonly isSignOutPending: () => boolean
  readonly setSignOutPending: (owed: boolean) => void
}

export interface SessionStore {
  readonly state: () => SessionState
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Requests the user for the first time. Meanwhile whoever this device remembers sees what it stores of them. Never
   * rejects.
   */
  readonly start: () => Promise<void>
  /**
   * Resolves once the server has confirmed the member who is shown: before that nothing is changed in their name, since
   * the browser's session may be another member's. Rejects when the server cannot be asked.
   */
  readonly confirm: () => Promise<void>
  /** Requests the user again. Concurrent calls share one request. Rejects when it fails. */
  readonly refetch: () => Promise<CurrentUser | null>
  /** Redirects to the identity provider. A failure is logged. */
  readonly signIn: SessionOutside['leaveToSignIn']
  /** Clears the user here and in every tab first, then ends the server's session. */
  readonly signOut: () => Promise<void>
  /**
   * Closes the account by `close`, and ends the session here and in every tab if that closed it. What says meanwhile that
   * the session is over waits for the answer: the server ends the session first. Rejects as `close` does.
   */
  readonly closeAccount: (close: () => Promise<{ readonly closed: boolean }>) => Promise<boolean>
  /** At most one exchange ever; every call gets the same result. */
  readonly exchangeCode: (query: URLSearchParams) => Promise<void>
  /** To call when the server rejects a call because it no longer knows our session. */
  readonly ended: () => Promise<void>
  readonly receive: (message: SessionMessage) => Promise<void>
}

export const createSessionStore = (outside: SessionOutside): SessionStore => {
  const store = createStore<SessionState>(() => ({ status: 'pending', fetching: false, user: null }))
  let inFlight: Promise<CurrentUser | null> | null = null
  let exchanged: Promise<void> | null = null
  /** The exchange while it is under way: requests for the user wait for it. */
  let exchanging: Promise<void> | null = null
  /** Incremented when a session ends here: an older response must not restore its member. */
  let ends = 0
  /** The member whom the server has confirmed, rather than this device's memory. */
  let confirmedId: string | null = null
  /** Until the first answer about the session: so long whoever is shown is only remembered, and has begun nothing. */
  let isStarting = false
  /** A closing of the account that is under way: whether it closed it. */
  let closing: Promise<boolean> | null = null
  const isInAVisit = (): boolean =>
    store.getState().status === 'signed_in' && !(isStarting && confirmedId === null)
  const become = (change: Partial<SessionState>): void => store.setState(change)

  const end = async (how: 'signed_out' | 'lapsed' | 'closed', tellOthers: boolean): Promise<void> => {
    if (how === 'lapsed' && closing !== null && (await closing)) return
    // There is no session to end any more.
    if (how === 'lapsed' && store.getState().status === 'closed') return
    const told = tellOthers && isInAVisit()
    const next = isInAVisit() || store.getState().status === 'lapsed' ? how : 'signed_out'
    ends += 1
    inFlight = null
    confirmedId = null
    become({ status: next, fetching: false, user: null })
    if (told) outside.broadcast({ type: how })
    await (how === 'lapsed' ? outside.keepUnfinishedOnly() : outside.eraseMemberData())
  }

  /** Ends the server's session after a sign-out made offline, before anybody is let in again. */
  const sendPendingSignOut = async (): Promise<void> => {
    if (!outside.isSignOutPending()) return
    await outside.endSession()
    outside.setSignOutPending(false)
  }

  const ask = async (): Promise<CurrentUser | null> => {
    const endsBefore = ends
    if (exchanging !== null) await exchanging.catch(() => null)
    else await sendPendingSignOut()
    const user = await outside.fetchUser()
    if (endsBefore !== ends) return null
    if (user === null) {
      await end('lapsed', true)
      return null
    }
    const isNew = confirmedId !== user.id
    const shown = store.getState().user
    if (shown !== null && shown.id !== user.id) {
      confirmedId = null
      become({ status: 'pending', user: null })
    }
    await outside.welcome(user)
    if (endsBefore !== ends) return null
    confirmedId = user.id
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
    const isUndecided = () => endsBefore === ends && store.getState().status === 'pending'
    isStarting = true
    const asked = refetch()
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        isStarting = false
      })
    const user = outside.isSignOutPending() ? null : await outside.recallUser().catch(() => null)
    if (user !== null && isUndecided()) become({ status: 'signed_in', user })
    await asked
    if (isUndecided()) become({ status: 'signed_out' })
  }

  const confirm = async (): Promise<void> => {
    const { user } = store.getState()
    if (user !== null && user.id !== confirmedId) await refetch()
  }

  const signOut = async (): Promise<void> => {
    outside.setSignOutPending(true)
    outside.broadcast({ type: 'signed_out' })
    const erased = end('signed_out', false)
    let onward: string | null = null
    try {
      onward = await outside.endSession()
      outside.setSignOutPending(false)
    } catch (error) {
      console.error('Signing out failed', error)
    }
    await erased
    // The provider's own session must not let the next person at this device in.
    if (onward !== null) outside.leaveTo(onward)
  }

  const closeAccount = async (close: () => Promise<{ readonly closed: boolean }>): Promise<boolean> => {
    const answer = close().then(({ closed }) => closed)
    const closes = answer.catch(() => false)
    closing = closes
    try {
      const closed = await answer
      if (closed) await end('closed', true)
      return closed
    } finally {
      if (closing === closes) closing = null
    }
  }

  const exchangeOnce = async (query: URLSearchParams): Promise<void> => {
    // A response without a user aborts every request in flight; the exchange must not be among them, as its code works
    // only once.
    const earlier = inFlight?.catch(() => null) ?? Promise.resolve(null)
    exchanging = earlier
      .then(() => outside.exchange(query))
      // The sign-out still to be sent was for the previous session.
      .then(() => outside.setSignOutPending(false))
    await exchanging.finally(() => {
      exchanging = null
    })
    await refetch()
  }

  return {
    state: store.getState,
    subscribe: (listener) => store.subscribe(listener),
    start,
    confirm,
    refetch,
    signIn: (how) => outside.leaveToSignIn(how),
    signOut,
    closeAccount,
    exchangeCode: (query) => (exchanged ??= exchangeOnce(query)),
    ended: async () => {
      if (store.getState().status !== 'signed_in') return
      if (inFlight === null) return end('lapsed', true)
      // Another member may be signing in, which has ended the session that was rejected: ask the server who is signed
      // in, after the request in flight.
      await inFlight.catch(() => null)
      if (store.getState().status === 'signed_in') await refetch().catch(() => end('lapsed', true))
    },
    receive: async (message) => {
      if (message.type === 'signed_out') {
        if (store.getState().status !== 'signed_out') await end('signed_out', false)
      } else if (message.type === 'lapsed') {
        if (store.getState().status === 'signed_in') await end('lapsed', false)
      } else if (message.type === 'closed') {
        if (store.getState().status === 'signed_in') await end('closed', false)
      } else if (message.memberId !== store.getState().user?.id) await refetch().catch(() => null)
    },
  }
}
