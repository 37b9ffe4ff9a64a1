import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '../../../../api/contract/session.ts'
import {
  createSessionStore,
  type SessionMessage,
  type SessionOutside,
} from '../../../../web/data/session-store.ts'

const userOf = (handle: string): CurrentUser => ({
  id: `${handle}-id`,
  email: `${handle}@youtility.example`,
  handle,
  did: `did:youtility:${handle}`,
  google_user_data: { given_name: handle, family_name: 'X', name: handle, picture: null },
})
const ada = userOf('ada')
const grace = userOf('grace')

/** Simple fakes of the server (the signed-in member) and the browser (its storage). */
const outsideOf = (changes: Partial<SessionOutside> = {}) => {
  const seen = {
    asked: 0,
    exchanges: 0,
    calls: [] as string[],
    messages: [] as SessionMessage[],
    owed: false,
  }
  const outside: SessionOutside = {
    fetchUser: async () => {
      seen.asked += 1
      return ada
    },
    exchange: async () => {
      seen.exchanges += 1
    },
    endSession: async () => {
      seen.calls.push('server told')
      return null
    },
    leaveToSignIn: async () => {},
    leaveTo: (url) => seen.calls.push(`left to ${url}`),
    recallUser: async () => null,
    welcome: async (user) => {
      seen.calls.push(`welcome ${user.handle}`)
    },
    eraseMemberData: async () => {
      seen.calls.push('forgotten')
    },
    keepUnfinishedOnly: async () => {
      seen.calls.push('put away')
    },
    broadcast: (message) => seen.messages.push(message),
    isSignOutPending: () => seen.owed,
    setSignOutPending: (owed) => {
      seen.owed = owed
    },
    ...changes,
  }
  return { store: createSessionStore(outside), seen }
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => vi.restoreAllMocks()
})

describe('asking who is signed in', () => {
  it('is pending until the first question has ended', async () => {
    const { store } = outsideOf()
    expect(store.state()).toEqual({ status: 'pending', fetching: false, user: null })
    const started = store.start()
    expect(store.state().status).toBe('pending')
    await started
    expect(store.state()).toEqual({ status: 'signed_in', fetching: false, user: ada })
  })

  it('says that it is asking while it is', async () => {
    const { store } = outsideOf()
    const asking = store.refetch()
    expect(store.state().fetching).toBe(true)
    await asking
    expect(store.state().fetching).toBe(false)
  })

  it('shares one request among all who ask at once', async () => {
    const { store, seen } = outsideOf()
    expect(await Promise.all([store.refetch(), store.refetch(), store.refetch()])).toEqual([ada, ada, ada])
    expect(seen.asked).toBe(1)
    await store.refetch()
    expect(seen.asked).toBe(2)
  })

  it('is over without a session, and what was not finished waits for its member', async () => {
    const { store, seen } = outsideOf({ fetchUser: async () => null })
    await store.start()
    expect(store.state()).toEqual({ status: 'signed_out', fetching: false, user: null })
    expect(seen.calls).toEqual(['put away'])
  })

  it('ends pending when it fails, with no user', async () => {
    const { store } = outsideOf({ fetchUser: () => Promise.reject(new Error('status 500')) })
    await store.start()
    expect(store.state()).toEqual({ status: 'signed_out', fetching: false, user: null })
    await expect(store.refetch()).rejects.toThrow('status 500')
  })

  it('goes on as the member who has not signed out when the server can’t be asked', async () => {
    const { store } = outsideOf({
      fetchUser: () => Promise.reject(new Error('offline')),
      recallUser: async () => ada,
    })
    await store.start()
    expect(store.state()).toEqual({ status: 'signed_in', fetching: false, user: ada })
  })

  it('shows the member whom this device remembers at once, and confirms them beside it', async () => {
    const { promise, resolve } = Promise.withResolvers<CurrentUser | null>()
    const { store, seen } = outsideOf({ fetchUser: () => promise, recallUser: async () => ada })
    const started = store.start()
    await vi.waitFor(() => expect(store.state().user).toEqual(ada))
    expect(store.state().status).toBe('signed_in')
    const confirmed = vi.fn()
    const confirming = store.confirm().then(confirmed)
    await Promise.resolve()
    // Neither is the time of the last confirmation renewed, nor anything sent in their name.
    expect([seen.calls, confirmed.mock.calls]).toEqual([[], []])
    resolve(ada)
    await Promise.all([started, confirming])
    expect(seen.calls).toEqual(['welcome ada'])
    await store.confirm()
  })

  it('asks to sign in when the session of the remembered member is over', async () => {
    const { promise, resolve } = Promise.withResolvers<CurrentUser | null>()
    const { store, seen } = outsideOf({ fetchUser: () => promise, recallUser: async () => ada })
    const started = store.start()
    await vi.waitFor(() => expect(store.state().status).toBe('signed_in'))
    resolve(null)
    await started
    expect(store.state()).toEqual({ status: 'signed_out', fetching: false, user: null })
    expect(seen.calls).toEqual(['put away'])
    expect(seen.messages).toEqual([])
  })

  it('shows nobody as somebody else when the session is another member’s', async () => {
    const { promise, resolve } = Promise.withResolvers<CurrentUser | null>()
    const { store } = outsideOf({ fetchUser: () => promise, recallUser: async () => ada })
    const shown: (string | undefined)[] = []
    store.subscribe(() => shown.push(store.state().user?.handle))
    const started = store.start()
    await vi.waitFor(() => expect(store.state().user).toEqual(ada))
    const confirming = store.confirm()
    resolve(grace)
    await Promise.all([started, confirming])
    expect(shown.filter((one, i) => one !== shown[i - 1])).toEqual(['ada', undefined, 'grace'])
  })

  it('confirms nobody while the server cannot be asked', async () => {
    const { store } = outsideOf({
      fetchUser: () => Promise.reject(new Error('offline')),
      recallUser: async () => ada,
    })
    await store.start()
    await expect(store.confirm()).rejects.toThrow('offline')
  })

  it('drops an answer that arrives after the session has ended', async () => {
    const { promise, resolve } = Promise.withResolvers<CurrentUser | null>()
    const { store } = outsideOf({ fetchUser: () => promise })
    const asking = store.refetch()
    await store.signOut()
    resolve(ada)
    expect(await asking).toBeNull()
    expect(store.state()).toEqual({ status: 'signed_out', fetching: false, user: null })
  })
})

describe('exchanging the code', () => {
  it('happens at most once, with its result kept, and fetches the user after it', async () => {
    const { store, seen } = outsideOf()
    const query = new URLSearchParams('code=c')
    await Promise.all([store.exchangeCode(query), store.exchangeCode(query)])
    await store.exchangeCode(query)
    expect(seen.exchanges).toBe(1)
    expect(store.state().user).toBe(ada)
  })

  it('keeps its failure too', async () => {
    const { store } = outsideOf({ exchange: () => Promise.reject(new Error('No code was provided')) })
    const query = new URLSearchParams()
    await expect(store.exchangeCode(query)).rejects.toThrow('No code')
    await expect(store.exchangeCode(query)).rejects.toThrow('No code')
  })

  it('is not cut short by a question that finds nobody, asked before or during it', async () => {
    const first = Promise.withResolvers<CurrentUser | null>()
    const answers = [first.promise, Promise.resolve(ada)]
    const steps: string[] = []
    const posted = Promise.withResolvers<void>()
    const { store } = outsideOf({
      fetchUser: () => {
        steps.push('asked')
        return answers.shift() ?? Promise.resolve(null)
      },
      exchange: async () => {
        steps.push('exchange')
        await posted.promise
        steps.push('exchanged')
      },
      keepUnfinishedOnly: async () => {
        steps.push('all requests cut')
      },
    })
    const askedBefore = store.refetch()
    const exchanged = store.exchangeCode(new URLSearchParams('code=c'))
    first.resolve(null)
    await expect.poll(() => steps).toContain('exchange')
    const askedMeanwhile = store.refetch()
    posted.resolve()
    await Promise.all([askedBefore, exchanged, askedMeanwhile])
    expect(steps).toEqual(['asked', 'all requests cut', 'exchange', 'exchanged', 'asked'])
    expect(store.state()).toEqual({ status: 'signed_in', fetching: false, user: ada })
  })

  it('does not take the answer to a question asked before it', async () => {
    const { promise, resolve } = Promise.withResolvers<CurrentUser | null>()
    const answers = [promise, Promise.resolve(ada)]
    const { store } = outsideOf({ fetchUser: () => answers.shift() ?? Promise.resolve(ada) })
    const started = store.start()
    const exchanged = store.exchangeCode(new URLSearchParams('code=c'))
    resolve(null)
    await Promise.all([started, exchanged])
    expect(store.state()).toMatchObject({ status: 'signed_in', user: ada })
  })
})

describe('signing out', () => {
  it('clears the user here first, then tells the other tabs and the server', async () => {
    const { promise, resolve } = Promise.withResolvers<null>()
    const { store, seen } = outsideOf({ endSession: () => promise })
    await store.start()
    const signedOut = store.signOut()
    expect(store.state().user).toBeNull()
    expect(seen.messages.at(-1)).toEqual({ type: 'signed_out' })
    resolve(null)
    await signedOut
    expect(seen.calls).toContain('forgotten')
    expect(seen.owed).toBe(false)
  })

  it('goes on to the identity provider where that can be signed out too, once everything here is erased', async () => {
    const url = 'https://login.example/logout'
    const { store, seen } = outsideOf({ endSession: async () => url })
    await store.start()
    await store.signOut()
    expect(seen.calls.slice(-2)).toEqual(['forgotten', `left to ${url}`])
  })

  it('is made good at the next start when the server could not be told', async () => {
    const first = outsideOf({ endSession: () => Promise.reject(new Error('offline')) })
    await first.store.start()
    await first.store.signOut()
    expect(first.seen.owed).toBe(true)

    const told: string[] = []
    const next = outsideOf({
      isSignOutPending: () => told.length === 0,
      endSession: async () => {
        told.push('server')
        return null
      },
      fetchUser: async () => (told.length === 0 ? ada : null),
    })
    await next.store.start()
    expect(told).toEqual(['server'])
    expect(next.store.state().status).toBe('signed_out')
  })

  it('is made good when the connection comes back, before anybody is let in', async () => {
    const told: string[] = []
    const { store } = outsideOf({
      isSignOutPending: () => told.length === 0,
      endSession: async () => {
        told.push('server')
        return null
      },
      fetchUser: async () => (told.length === 0 ? ada : null),
    })
    expect(await store.refetch()).toBeNull()
    expect(told).toEqual(['server'])
    expect(store.state().status).toBe('signed_out')
  })

  it('never lets anybody in while it is owed and the server can’t be told', async () => {
    const { store } = outsideOf({
      isSignOutPending: () => true,
      endSession: () => Promise.reject(new Error('offline')),
      recallUser: async () => ada,
    })
    await store.start()
    expect(store.state()).toEqual({ status: 'signed_out', fetching: false, user: null })
  })
})

describe('several tabs', () => {
  it('ends here when another tab signs out, without telling it back', async () => {
    const { store, seen } = outsideOf()
    await store.start()
    const said = seen.messages.length
    await store.receive({ type: 'signed_out' })
    expect(store.state().user).toBeNull()
    expect(seen.calls).toContain('forgotten')
    expect(seen.messages).toHaveLength(said)
  })

  it('becomes the member who signed in elsewhere', async () => {
    const answers = [ada, grace]
    const { store } = outsideOf({ fetchUser: async () => answers.shift() ?? grace })
    await store.start()
    await store.receive({ type: 'signed_in', memberId: grace.id })
    expect(store.state().user).toBe(grace)
  })

  it('stays when the same member signs in elsewhere', async () => {
    const { store, seen } = outsideOf()
    await store.start()
    await store.receive({ type: 'signed_in', memberId: ada.id })
    expect(seen.asked).toBe(1)
  })

  it('becomes the other member, too, when a call of the session before is refused meanwhile', async () => {
    let signedIn = ada
    const answered = Promise.withResolvers<void>()
    let holds = false
    const { store, seen } = outsideOf({
      fetchUser: async () => {
        const user = signedIn
        if (holds) await answered.promise
        return user
      },
    })
    await store.start()
    signedIn = grace
    holds = true
    const heard = store.receive({ type: 'signed_in', memberId: grace.id })
    const ended = store.ended()
    answered.resolve()
    await Promise.all([heard, ended])
    expect(store.state()).toMatchObject({ status: 'signed_in', user: grace })
    expect(seen.calls).not.toContain('put away')
  })

  it('ends when the server knows nobody after a call was refused while it was asked', async () => {
    const answered = Promise.withResolvers<void>()
    const answers: (CurrentUser | null)[] = [ada, ada, null]
    let asked = 0
    const { store } = outsideOf({
      fetchUser: async () => {
        asked += 1
        if (asked === 2) await answered.promise
        return answers[asked - 1] ?? null
      },
    })
    await store.start()
    const again = store.refetch()
    const ended = store.ended()
    answered.resolve()
    await Promise.all([again, ended])
    expect(store.state()).toMatchObject({ status: 'lapsed', user: null })
  })

  it('ends everywhere when the server no longer knows the session, with what was not finished kept', async () => {
    const { store, seen } = outsideOf()
    await store.start()
    await store.ended()
    expect(store.state()).toEqual({ status: 'lapsed', fetching: false, user: null })
    expect(seen.messages.at(-1)).toEqual({ type: 'lapsed' })
    expect(seen.calls).toEqual(['welcome ada', 'put away'])

    const other = outsideOf()
    await other.store.start()
    await other.store.receive({ type: 'lapsed' })
    expect(other.store.state().status).toBe('lapsed')
    expect(other.seen.calls).toEqual(['welcome ada', 'put away'])
    expect(other.seen.messages.map(({ type }) => type)).toEqual(['signed_in'])
    await other.store.receive({ type: 'signed_in', memberId: ada.id })
    expect(other.store.state()).toMatchObject({ status: 'signed_in', user: ada })
  })

  it('forgets what was kept when it is given up in another tab', async () => {
    const { store, seen } = outsideOf()
    await store.start()
    await store.ended()
    await store.receive({ type: 'signed_out' })
    expect(store.state().status).toBe('signed_out')
    expect(seen.calls.at(-1)).toBe('forgotten')
  })

  it('says that the account is closed where its member closes it, although the session ends before the answer', async () => {
    const { store, seen } = outsideOf()
    await store.start()
    const answer = Promise.withResolvers<{ closed: boolean }>()
    const closing = store.closeAccount(() => answer.promise)
    const ended = store.ended()
    expect(store.state().status).toBe('signed_in')
    answer.resolve({ closed: true })
    expect(await closing).toBe(true)
    await ended
    expect(store.state()).toEqual({ status: 'closed', fetching: false, user: null })
    expect(seen.messages.at(-1)).toEqual({ type: 'closed' })
    expect(seen.calls).toEqual(['welcome ada', 'forgotten'])
    // A later question about the session changes nothing.
    await store.receive({ type: 'lapsed' })
    expect(store.state().status).toBe('closed')

    const other = outsideOf()
    await other.store.start()
    await other.store.receive({ type: 'closed' })
    expect(other.store.state().status).toBe('closed')
    expect(other.seen.calls).toEqual(['welcome ada', 'forgotten'])
  })

  it('ends as ever when a closing did not close the account, or its answer is lost', async () => {
    for (const close of [
      async () => ({ closed: false }),
      async () => {
        throw new Error('lost')
      },
    ]) {
      const { store } = outsideOf()
      await store.start()
      const closing = store.closeAccount(close).catch(() => 'lost')
      const ended = store.ended()
      expect(await closing).not.toBe(true)
      await ended
      expect(store.state().status).toBe('lapsed')
    }
  })
})
