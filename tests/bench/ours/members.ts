import Koa from 'koa'
import type { Pool } from 'pg'
import { createSessions } from '../../../api/http/sessions.ts'
import type { AppContext } from '../../../api/http/context.ts'
import { newId, systemClock } from '../../../events/ids.ts'
import { NO_ANNOUNCEMENTS } from '../../support/announcements.ts'
import { freePort } from '../../support/free-port.ts'
import { DAY_MS } from '../../support/moving-clock.ts'
import { ACCOUNTS } from '../http/target.ts'
import { handleOf } from '../http/workload.ts'

export interface SignedInMember {
  readonly id: string
  readonly handle: string
  /** Value of the `Cookie` header. */
  readonly cookie: string
}

const AT_ONCE = 10_000

const insertSome = (pool: Pool, members: readonly { id: string; handle: string }[]) =>
  pool.query(
    `insert into app.member
       (id, issuer, subject, email, handle, given_name, family_name, name, created_at, signed_in_at)
     select id, 'https://bench.example', handle, handle || '@youtility.example', handle, 'Bench', 'Member',
       'Bench Member', now(), now()
     from unnest($1::uuid[], $2::text[]) as t(id, handle)`,
    [members.map(({ id }) => id), members.map(({ handle }) => handle)],
  )

/** Inserts members, whose handles come from their indexes, and returns their ids. */
export const insertMembers = async (pool: Pool, count = ACCOUNTS): Promise<readonly string[]> => {
  const members = Array.from({ length: count }, (_, index) => ({ id: newId(), handle: handleOf(index) }))
  for (let from = 0; from < count; from += AT_ONCE)
    await insertSome(pool, members.slice(from, from + AT_ONCE))
  await pool.query('vacuum analyze app.member')
  return members.map(({ id }) => id)
}

const accountsIn = async (pool: Pool): Promise<readonly { id: string; handle: string }[]> => {
  const handles = Array.from({ length: ACCOUNTS }, (_, index) => handleOf(index))
  const { rows } = await pool.query<{ id: string; handle: string }>(
    'select id, handle from app.member where handle = any($1) order by array_position($1, handle)',
    [handles],
  )
  return rows
}

/** Cookies as a browser would send them back. */
const cookieHeader = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

/**
 * Signs in the first members with the server's own session module, in a small app that has nothing else, with the keys
 * and the database of the server that will receive the cookies.
 */
export const signIn = async (pool: Pool, sessionKey: string): Promise<readonly SignedInMember[]> => {
  const app = new Koa()
  const sessions = createSessions({
    pool,
    announcements: NO_ANNOUNCEMENTS,
    keys: [sessionKey],
    https: true,
    clock: systemClock,
  })
  app.use(sessions.install(app))
  app.use(async (ctx: AppContext) => {
    // Proven for longer than any run: no payment asks for a step-up.
    await sessions.signIn(ctx, ctx.path.slice(1), { provenAt: Date.now() + DAY_MS })
    ctx.status = 204
  })
  const port = await freePort()
  const server = app.listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    const signedIn: SignedInMember[] = []
    for (const { id, handle } of await accountsIn(pool)) {
      const response = await fetch(`http://127.0.0.1:${port}/${id}`)
      const cookie = cookieHeader(response)
      if (response.status !== 204 || cookie === '') throw new Error(`Signing in ${handle} failed`)
      signedIn.push({ id, handle, cookie })
    }
    await pool.query('vacuum analyze app.session')
    return signedIn
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
