import { randomBytes } from 'node:crypto'
import Keygrip from 'keygrip'
import type Koa from 'koa'
import { createSession } from 'koa-session'
import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import type { Clock } from '../../events/ids.ts'
import type { Announcements } from '../../projections/announcements.ts'
import { createMemory } from '../memory.ts'
import type { AppContext, AppMiddleware } from './context.ts'
import { createSessionStore, hashOf } from './session-store.ts'

/** A session ends after this time without a request. */
const IDLE_LIMIT_MS = 30 * 60_000
/** A session ends after this time whatever happens (ASVS 7.3). */
export const ABSOLUTE_LIMIT_MS = 12 * 3_600_000
/** How long a visitor may take to sign in. */
const ANONYMOUS_LIMIT_MS = 15 * 60_000
/** How exactly the idle limit is kept: activity is written down this often at most. */
const RENEWAL_MS = 60_000
const REMEMBERED_MAX = 20_000

interface SessionsOptions {
  readonly pool: Pool
  /** Newest first; a cookie signed with an older one is accepted and signed anew. */
  readonly keys: readonly string[]
  /** Members reach us over https: `__Host-` cookie, Secure. */
  readonly https: boolean
  readonly clock: Clock
  /** Of the pool's database: sessions that end elsewhere. */
  readonly announcements: Announcements
}

interface SignInDetails {
  /** Hash of the `state` of the sign-in. */
  readonly signedInWith?: string
  /** When the identity provider saw the member, ms since 1970; default now. */
  readonly seenByProviderAt?: number
  /** Such as "Firefox on Linux". */
  readonly device?: string
}

export interface Sessions {
  readonly cookieName: string
  /** Makes the middleware that loads and keeps the session of a request. */
  readonly install: (app: Koa) => AppMiddleware
  /** The session to keep a pending sign-in in; starts one for a visitor who has none. Its hash. */
  readonly start: (ctx: AppContext) => string
  /** Hash of the session id that the request's cookie carries, whether it is still good or not. */
  readonly presented: (ctx: AppContext) => string | undefined
  /** Hash of the session that the request has now. */
  readonly hash: (ctx: AppContext) => string | undefined
  /** Hash of the `state` of the sign-in that made the session. */
  readonly signedInWith: (ctx: AppContext) => string | undefined
  /** How long ago the member was seen at the identity provider, ms; for ever when nobody is signed in. */
  readonly signedInAgoMs: (ctx: AppContext) => number
  /** Signs a member in under a new session id; the old id is dead. The new one's hash. */
  readonly signIn: (ctx: AppContext, memberId: string, details: SignInDetails) => Promise<string>
  /** Ends the session for good. */
  readonly signOut: (ctx: AppContext) => void
  /** After a member's sessions were ended past this module: all of them are read again. */
  readonly forgetOf: (memberId: string) => void
  readonly purge: () => Promise<number>
}

/** What a session remembers. Times in milliseconds since 1970 by the server's clock. */
const SessionData = z.object({
  /** Absent before sign-in. */
  memberId: z.optional(z.string()),
  startedAt: z.number(),
  seenAt: z.number(),
  /** Hash of the `state` of the sign-in that made it. */
  signedInWith: z.optional(z.string()),
  /** When the identity provider saw the member. Absent: when it started. */
  seenByProviderAt: z.optional(z.number()),
  /** Where it is, such as "Firefox on Linux". */
  device: z.optional(z.string()),
})
type SessionData = z.infer<typeof SessionData>

const expiryOf = ({ memberId, startedAt, seenAt }: SessionData): number =>
  memberId === undefined
    ? startedAt + ANONYMOUS_LIMIT_MS
    : Math.min(startedAt + ABSOLUTE_LIMIT_MS, seenAt + IDLE_LIMIT_MS)

/** koa-session's object: the data as properties, and the way to a new id. */
type LiveSession = Partial<SessionData> & { readonly regenerate: () => Promise<void> }

/** What this module keeps about a request beside the session itself. */
interface Track {
  id?: string
  /** The session as it was read. */
  data?: SessionData
  /** The store refused to write: the session was revoked while the request ran. */
  dead?: boolean
}
const tracks = new WeakMap<object, Track>()
const trackOf = (ctx: object): Track => {
  const track = tracks.get(ctx) ?? {}
  tracks.set(ctx, track)
  return track
}

const liveSession = (ctx: AppContext): LiveSession | null => {
  // koa-session declares no type for what it puts on the context.
  const session: LiveSession | null | undefined = ctx.session
  return session ?? null
}

/**
 * Sessions in Postgres behind a signed cookie with 256 random bits. A request finds its session in memory, or by a
 * batched read of its primary key; once a minute has passed since the last time, that it was used is written down
 * behind the answer.
 */
export const createSessions = ({ pool, keys, https, clock, announcements }: SessionsOptions): Sessions => {
  const store = createSessionStore(pool)
  const memory = createMemory<SessionData>({
    announcements,
    channel: 'session_changed',
    max: REMEMBERED_MAX,
  })
  const cookieName = https ? '__Host-youtility' : 'youtility-dev'
  const now = () => clock().getTime()

  const stored = async (hash: string): Promise<SessionData | undefined> =>
    SessionData.safeParse(await store.read(hash)).data

  const renewing = new Map<string, Promise<unknown>>()

  /**
   * A stored session, checked by our clock. When it was last used other processes may have written down since, hence
   * one that seems unused for a minute is read again.
   */
  const load = async (id: string, ctx: object): Promise<SessionData | undefined> => {
    const hash = hashOf(id)
    await renewing.get(hash)
    const known = memory.recall(hash)
    const data = known && now() - known.seenAt < RENEWAL_MS ? known : await memory.read(hash, stored)
    if (!data || expiryOf(data) <= now()) return undefined
    Object.assign(trackOf(ctx), { id, data } satisfies Track)
    return data
  }

  const write = async (id: string, data: SessionData): Promise<boolean> => {
    const hash = hashOf(id)
    try {
      return await store.write(hash, data, new Date(expiryOf(data)))
    } finally {
      memory.forget(hash)
    }
  }

  const revoke = async (id: string): Promise<void> => {
    const hash = hashOf(id)
    try {
      await store.revoke(hash)
    } finally {
      memory.forget(hash)
    }
  }

  /** Writes down that a session was used; only its next request waits for that, and makes up for it if it is lost. */
  const renew = (id: string, data: SessionData): void => {
    const hash = hashOf(id)
    if (now() - data.seenAt < RENEWAL_MS || renewing.has(hash)) return
    const renewed = write(id, { ...data, seenAt: now() }).then(
      () => renewing.delete(hash),
      () => renewing.delete(hash),
    )
    renewing.set(hash, renewed)
  }

  const keygrip = new Keygrip([...keys], 'sha256')
  /** Cookies whose signature by the newest key was checked: HMAC is dear, and a member comes often. */
  const checked = new LRUCache<string, true>({ max: 20_000 })

  /** The session id of a rightly signed cookie; one signed with an older key is signed anew. */
  const readCookie = (ctx: AppContext): string | undefined => {
    const id = ctx.cookies.get(cookieName, { signed: false })
    if (id === undefined) return undefined
    const signature = ctx.cookies.get(`${cookieName}.sig`, { signed: false }) ?? ''
    const seen = `${id} ${signature}`
    if (checked.has(seen)) return id
    if (keygrip.index(`${cookieName}=${id}`, signature) === 0) checked.set(seen, true)
    return ctx.cookies.get(cookieName, { signed: true })
  }

  const install = (app: Koa): AppMiddleware => {
    app.keys = keygrip
    const cookie = { httpOnly: true, sameSite: 'lax' as const, signed: true, overwrite: true }
    const koaSession: AppMiddleware = createSession(
      {
        ...cookie,
        key: cookieName,
        maxAge: ABSOLUTE_LIMIT_MS,
        genid: (ctx: object) => {
          const id = randomBytes(32).toString('base64url')
          trackOf(ctx).id = id
          return id
        },
        externalKey: {
          get: (ctx: AppContext) => readCookie(ctx) ?? '',
          // A request that lost its session meanwhile must not put the dead id over a newer cookie.
          set: (ctx: AppContext, id: string) => {
            if (!trackOf(ctx).dead) ctx.cookies.set(cookieName, id, { ...cookie, maxAge: ABSOLUTE_LIMIT_MS })
          },
        },
        store: {
          get: (id: string, _maxAge: number, { ctx }: { ctx?: object }) => load(id, ctx ?? {}),
          set: async (id: string, data: unknown, _maxAge: number, { ctx }: { ctx?: object }) => {
            trackOf(ctx ?? {}).dead = !(await write(id, SessionData.parse(data)))
          },
          destroy: revoke,
        },
      },
      app,
    )
    return (ctx, next) => {
      if (https) ctx.cookies.secure = true
      return koaSession(ctx, async () => {
        const session = liveSession(ctx)
        ctx.state.memberId = session?.memberId ?? null
        const { id, data } = trackOf(ctx)
        if (id !== undefined && data?.memberId !== undefined) ctx.res.once('finish', () => renew(id, data))
        await next()
      })
    }
  }

  const hash = (ctx: AppContext): string | undefined => {
    const { id } = trackOf(ctx)
    return id === undefined ? undefined : hashOf(id)
  }

  return {
    cookieName,
    install,
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
    signedInWith: (ctx) => liveSession(ctx)?.signedInWith,
    signedInAgoMs: (ctx) => {
      const session = liveSession(ctx)
      if (session?.memberId === undefined) return Infinity
      return now() - (session.seenByProviderAt ?? session.startedAt ?? 0)
    },
    signIn: async (ctx, memberId, details) => {
      const session = liveSession(ctx)
      if (!session) throw new Error('A sign-in needs the session middleware')
      Object.assign(session, {
        memberId,
        startedAt: now(),
        seenAt: now(),
        ...details,
      } satisfies SessionData)
      await session.regenerate()
      ctx.state.memberId = memberId
      return hash(ctx) ?? ''
    },
    signOut: (ctx) => {
      Object.assign(ctx, { session: null })
      ctx.state.memberId = null
    },
    forgetOf: (memberId) => memory.forgetWhere((session) => session.memberId === memberId),
    purge: () => store.purge(clock()),
  }
}
