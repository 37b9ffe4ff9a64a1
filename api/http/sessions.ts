import { randomBytes } from 'node:crypto'
import Keygrip from 'keygrip'
import type Koa from 'koa'
import { createSession } from 'koa-session'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import type { Announcements } from '../../projections/announcements.ts'
import { maxEntries } from '../../events/max-entries.ts'
import { PERSON_HEADER } from '../contract/operation.ts'
import { createRowCache } from '../database/row-cache.ts'
import type { AppContext, AppMiddleware } from './context.ts'
import { ABSOLUTE_LIMIT_MS, expiryOf, SessionData, type SessionOfRequest } from './session-data.ts'
import { createSessionStore, hashOf } from './session-store.ts'

/** Precision of the idle limit: use is stored at most this often. */
const RENEWAL_MS = 60_000
const CACHED_MAX = 20_000
/** Longer `Cookie` headers contain more than ours and are not cached. */
const COOKIES_LENGTH_MAX = 512

interface SessionsOptions {
  readonly pool: Pool
  /** Newest first; a cookie signed with an older one is accepted and signed again. */
  readonly keys: readonly string[]
  /** Members reach us over https: `__Host-` cookie, Secure. */
  readonly https: boolean
  readonly clock: Clock
  /** Announcements of the pool's database: sessions that end in other processes. */
  readonly announcements: Announcements
}

interface SignInDetails {
  /** Hash of the `state` of the sign-in. */
  readonly signedInWith?: string
  /** See `SessionData.provenAt`. */
  readonly provenAt?: number
  /** See `SessionData.undated`. */
  readonly undated?: boolean
  /** Such as "Firefox on Linux". */
  readonly device?: string
}

export interface Sessions {
  readonly cookieName: string
  /** Installs sessions in `app`. Returns a middleware that loads a request's session and stores its changes. */
  readonly install: (app: Koa) => AppMiddleware
  /**
   * Runs `work` with the session of a request, once the module is installed in the request's app. A session found in
   * memory is read-only, unless `changes` says that `work` may sign in or out.
   */
  readonly enter: (ctx: AppContext, changes: boolean, work: () => Promise<void>) => Promise<void>
  /** Starts a session for a visitor who has none, for a pending sign-in. Returns the session's hash. */
  readonly start: (ctx: AppContext) => string
  /** Hash of the session id in the request's cookie, whether or not the session is still valid. */
  readonly presented: (ctx: AppContext) => string | undefined
  /** Hash of the request's current session. */
  readonly hash: (ctx: AppContext) => string | undefined
  /** Hash of the `state` of the sign-in that made the session. */
  readonly signedInWith: (ctx: AppContext) => string | undefined
  /**
   * When the identity provider proved at our request that the member is there, ms, and how long ago that is; null
   * without a proof.
   */
  readonly proven: (ctx: AppContext) => { readonly at: number; readonly agoMs: number } | null
  /** Whether the identity provider was asked for that proof and stated no time, as Google never does. */
  readonly isUndated: (ctx: AppContext) => boolean
  /** Signs a member in under a new session id; the old id becomes invalid. Returns the new id's hash. */
  readonly signIn: (ctx: AppContext, memberId: string, details: SignInDetails) => Promise<string>
  /** Ends the session for good. */
  readonly signOut: (ctx: AppContext) => void
  /** Drops a member's sessions from the cache, after they were ended by other means than this module. */
  readonly invalidateOf: (memberId: string) => void
  readonly purge: () => Promise<number>
}

/** koa-session's object: the data as properties, and a method to change the id. */
type LiveSession = Partial<SessionData> & { readonly regenerate: () => Promise<void> }

const requestSessionOf = (ctx: AppContext | undefined): SessionOfRequest => {
  if (!ctx) throw new Error('koa-session names the request of whatever it asks for')
  return (ctx.state.session ??= {})
}

const assertMayChange = (ctx: AppContext): void => {
  if (requestSessionOf(ctx).isReadOnly)
    throw new Error('An operation that signs in or out has to be registered as one that changes the session')
}

const liveSession = (ctx: AppContext): LiveSession | null => {
  assertMayChange(ctx)
  // koa-session declares no type for its property of the context.
  const session: LiveSession | null | undefined = ctx.session
  return session ?? null
}

/** The current data of the request's session. */
const dataOf = (ctx: AppContext): Partial<SessionData> | undefined =>
  requestSessionOf(ctx).isReadOnly ? requestSessionOf(ctx).data : (liveSession(ctx) ?? undefined)

/**
 * Sessions in Postgres behind a signed cookie with 256 random bits. A request reads its session from the cache, or by a
 * batched read of its primary key. Only requests that a person caused, by their own word (`PERSON_HEADER`), are uses:
 * streams, polls and pushes keep no session alive. Believing the header costs little, since no use takes a session past
 * its end or past twelve hours.
 */
export const createSessions = ({ pool, keys, https, clock, announcements }: SessionsOptions): Sessions => {
  const store = createSessionStore(pool)
  const cache = createRowCache<SessionData>({
    announcements,
    channel: 'session_changed',
    max: CACHED_MAX,
  })
  const cookieName = https ? '__Host-youtility' : 'youtility-dev'
  const now = () => clock().getTime()

  const stored = async (hash: string): Promise<SessionData | undefined> =>
    SessionData.safeParse(await store.read(hash)).data

  const renewing = new Map<string, Promise<unknown>>()

  /**
   * A stored session, checked by our clock. Other processes may have stored a later use, which is not announced, so a
   * session that seems over is read again.
   */
  const load = async (id: string, session: SessionOfRequest): Promise<SessionData | undefined> => {
    const hash = hashOf(id)
    await renewing.get(hash)
    const data = cached(hash) ?? (await cache.load(hash, stored))
    if (!data || expiryOf(data) <= now()) return undefined
    Object.assign(session, { hash, data } satisfies SessionOfRequest)
    return data
  }

  const cached = (hash: string): SessionData | undefined => {
    const known = cache.get(hash)
    return known && expiryOf(known) > now() ? known : undefined
  }

  const write = async (hash: string, data: SessionData): Promise<boolean> => {
    try {
      return await store.write(hash, data, new Date(expiryOf(data)), clock())
    } finally {
      cache.invalidate(hash)
    }
  }

  const revoke = async (id: string): Promise<void> => {
    const hash = hashOf(id)
    try {
      await store.revoke(hash)
    } finally {
      cache.invalidate(hash)
    }
  }

  /**
   * Stores the use of a session after the answer; only its next request waits for that, and repeats it if it failed. It
   * was used when the request came, however long its answer takes.
   */
  const renewAfter = (ctx: AppContext, hash: string, data: SessionData): void => {
    const seenAt = now()
    if (seenAt - data.seenAt < RENEWAL_MS || ctx.get(PERSON_HEADER) === '') return
    ctx.res.once('finish', () => {
      if (renewing.has(hash)) return
      const renewed = store
        .renew(hash, seenAt, new Date(expiryOf({ ...data, seenAt })), clock())
        .catch(() => undefined)
        .finally(() => {
          cache.invalidate(hash)
          renewing.delete(hash)
        })
      renewing.set(hash, renewed)
    })
  }

  const keygrip = new Keygrip([...keys], 'sha256')
  /** Session ids by `Cookie` headers signed with the newest key: HMAC is expensive, and members send many requests. */
  const checked = new LRUCache<string, { readonly id: string; readonly hash: string }>(maxEntries(CACHED_MAX))

  /** The session id of a validly signed cookie; one signed with an older key is signed again. */
  const readCookie = (ctx: AppContext): string | undefined => {
    const header = ctx.req.headers.cookie
    if (header === undefined) return undefined
    const known = checked.get(header)
    if (known) return known.id
    const id = ctx.cookies.get(cookieName, { signed: false })
    const signature = ctx.cookies.get(`${cookieName}.sig`, { signed: false })
    if (id === undefined || signature === undefined) return undefined
    if (keygrip.index(`${cookieName}=${id}`, signature) !== 0)
      return ctx.cookies.get(cookieName, { signed: true })
    if (header.length <= COOKIES_LENGTH_MAX) checked.set(header, { id, hash: hashOf(id) })
    return id
  }

  /** Whether the request's session is cached, or it has none at all. */
  const isCached = (ctx: AppContext): boolean => {
    const { cookie } = ctx.req.headers
    const session = requestSessionOf(ctx)
    if (cookie !== undefined) {
      const hash = checked.get(cookie)?.hash
      if (hash === undefined || renewing.has(hash)) return false
      const data = cached(hash)
      if (data?.memberId === undefined || expiryOf(data) <= now()) return false
      Object.assign(session, { hash, data } satisfies SessionOfRequest)
      ctx.state.memberId = data.memberId
      renewAfter(ctx, hash, data)
    }
    session.isReadOnly = true
    return true
  }

  let whole: AppMiddleware = () => {
    throw new Error('Sessions have to be installed in the app first')
  }

  const install = (app: Koa): AppMiddleware => {
    app.keys = keygrip
    const cookie = { httpOnly: true, sameSite: 'lax' as const, signed: true, overwrite: true }
    const koaSession: AppMiddleware = createSession(
      {
        ...cookie,
        key: cookieName,
        maxAge: ABSOLUTE_LIMIT_MS,
        genid: (ctx: AppContext) => {
          const id = randomBytes(32).toString('base64url')
          requestSessionOf(ctx).hash = hashOf(id)
          return id
        },
        externalKey: {
          get: (ctx: AppContext) => readCookie(ctx) ?? '',
          // A request whose session was revoked meanwhile must not overwrite a newer cookie with the dead id.
          set: (ctx: AppContext, id: string) => {
            if (!requestSessionOf(ctx).dead)
              ctx.cookies.set(cookieName, id, { ...cookie, maxAge: ABSOLUTE_LIMIT_MS })
          },
        },
        store: {
          get: (id: string, _maxAge: number, { ctx }: { ctx?: AppContext }) =>
            load(id, requestSessionOf(ctx)),
          set: async (id: string, data: unknown, _maxAge: number, { ctx }: { ctx?: AppContext }) => {
            requestSessionOf(ctx).dead = !(await write(hashOf(id), SessionData.parse(data)))
          },
          destroy: revoke,
        },
      },
      app,
    )
    whole = (ctx, next) => {
      if (https) ctx.cookies.secure = true
      return koaSession(ctx, async () => {
        const session = liveSession(ctx)
        ctx.state.memberId = session?.memberId ?? null
        const { hash, data } = requestSessionOf(ctx)
        if (hash !== undefined && data?.memberId !== undefined) renewAfter(ctx, hash, data)
        await next()
      })
    }
    return whole
  }

  const hash = (ctx: AppContext): string | undefined => requestSessionOf(ctx).hash

  return {
    cookieName,
    install,
    enter: async (ctx, changes, work) => {
      if (!changes && isCached(ctx)) await work()
      else await whole(ctx, work)
    },
    hash,
    presented: (ctx) => {
      const id = readCookie(ctx)
      return id === undefined ? undefined : hashOf(id)
    },
    start: (ctx) => {
      const session = liveSession(ctx)
      if (session && session.startedAt === undefined)
        Object.assign(session, { startedAt: now(), seenAt: now() } satisfies SessionData)
      return hash(ctx) ?? ''
    },
    signedInWith: (ctx) => dataOf(ctx)?.signedInWith,
    proven: (ctx) => {
      const { memberId, provenAt: at } = dataOf(ctx) ?? {}
      return memberId === undefined || at === undefined ? null : { at, agoMs: now() - at }
    },
    isUndated: (ctx) => dataOf(ctx)?.undated === true,
    signIn: async (ctx, memberId, details) => {
      const session = liveSession(ctx)
      if (!session) throw new Error('A sign-in needs the session middleware')
      Object.assign(session, {
        memberId,
        startedAt: now(),
        seenAt: now(),
        // What the browser's earlier session had proven, perhaps as another member, is not proven for this one.
        provenAt: undefined,
        undated: undefined,
        ...details,
      } satisfies SessionData)
      await session.regenerate()
      ctx.state.memberId = memberId
      return hash(ctx) ?? ''
    },
    signOut: (ctx) => {
      assertMayChange(ctx)
      Object.assign(ctx, { session: null })
      ctx.state.memberId = null
    },
    invalidateOf: (memberId) => cache.invalidateWhere((session) => session.memberId === memberId),
    purge: () => store.purge(clock()),
  }
}
