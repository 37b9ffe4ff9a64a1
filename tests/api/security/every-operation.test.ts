import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../api/contract/operation.ts'
import { operations } from '../../../api/contract/operations.ts'
import { FRESH_SIGN_IN_MINUTES } from '../../../api/contract/security.ts'
import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS } from '../../../api/http/session-data.ts'
import { openBrowser, type Browser } from '../../support/browser.ts'
import { MINUTE_MS, movingClock } from '../../support/moving-clock.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const clock = movingClock('2026-11-22T09:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock })
})
afterAll(() => server?.stop())

const ALL: readonly Operation[] = Object.values(operations)
const OF_MEMBERS = ALL.filter(({ access }) => access === 'member')

/** The operation with ids of nothing and an empty body: who may call it is decided before what it says is read. */
const calls = (visitor: Pick<Browser, 'fetch'>, { method, path }: Operation) =>
  visitor.fetch(
    path.replaceAll(/\{\w+\}/g, () => randomUUID()),
    { method, ...(method !== 'GET' && { headers: { 'Content-Type': 'application/json' }, body: '{}' }) },
  )

const answered = async (response: Response) => {
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream') === true
  if (isStream) await response.body?.cancel()
  return { status: response.status, text: isStream ? '' : await response.text() }
}

const withCookies = (cookies: ReadonlyMap<string, string>): Browser => {
  const visitor = openBrowser(server.url)
  for (const [name, value] of cookies) visitor.cookies.set(name, value)
  return visitor
}

/** What a session left behind, after it ended in this way. */
const ENDED: Readonly<Record<string, () => Promise<ReadonlyMap<string, string>>>> = {
  'that its member signed out of': async () => {
    const member = await server.signIn('ada')
    const left = new Map(member.cookies)
    expect((await member.post('/api/logout')).status).toBeLessThan(300)
    return left
  },
  'that was ended from another place': async () => {
    const [here, there] = [await server.signIn('ada'), await server.signIn('ada')]
    expect((await here.post('/api/sessions/end-others')).status).toBe(200)
    return there.cookies
  },
  'that nobody used for too long': async () => {
    const member = await server.signIn('ada')
    clock.forward(IDLE_LIMIT_MS + 1_000)
    return member.cookies
  },
  'that is older than any may be, although it was used': async () => {
    const member = await server.signIn('ada')
    for (let age = 0; age <= ABSOLUTE_LIMIT_MS; age += IDLE_LIMIT_MS / 2) {
      clock.forward(IDLE_LIMIT_MS / 2)
      await member.fetch('/api/users/me')
    }
    return member.cookies
  },
  'whose signature is that of another place': async () => {
    const [one, other] = [await server.signIn('ada'), await server.signIn('grace')]
    return new Map(
      [...one.cookies].map(([name, value]) => [
        name,
        name.endsWith('.sig') ? (other.cookies.get(name) ?? '') : value,
      ]),
    )
  },
  'whose id was made up': async () => {
    const { cookies } = await server.signIn('ada')
    return new Map(
      [...cookies].map(([name, value]) => [
        name,
        name.endsWith('.sig') ? value : `${value.slice(0, -4)}AAAA`,
      ]),
    )
  },
}

/** Everything that a call could change. */
const traces = async (): Promise<unknown> => {
  const { rows } = await server.pool.query(
    `select (select count(*)::int from event_store.event) as events, (select count(*)::int from app.idempotency_key) as keys,
       (select count(*)::int from app.security_event) as trail, (select count(*)::int from app.session) as sessions`,
  )
  return rows[0]
}

describe('every operation of members', () => {
  it('is one of many', () => expect(OF_MEMBERS.length).toBeGreaterThan(100))

  it.each(Object.keys(ENDED))('is closed to a session %s', async (how) => {
    const visitor = withCookies((await ENDED[how]?.()) ?? new Map())
    const before = await traces()
    for (const operation of OF_MEMBERS) {
      const { status, text } = await answered(await calls(visitor, operation))
      expect.soft({ status, text }, operation.id).toEqual({
        status: 401,
        text: JSON.stringify({ error: 'Please sign in.', code: 'not_signed_in' }),
      })
    }
    expect(await traces()).toEqual(before)
  })

  it('asks an aged session for a fresh sign-in where it is sensitive, before it reads the request', async () => {
    const member = await server.signIn('katherine')
    clock.forward(FRESH_SIGN_IN_MINUTES * MINUTE_MS + 1_000)
    expect((await member.fetch('/api/users/me')).status).toBe(200)
    const sensitive = OF_MEMBERS.filter((operation) => operation.sensitive !== undefined)
    expect(sensitive.length).toBeGreaterThan(3)
    for (const operation of sensitive) {
      const { status, text } = await answered(await calls(member, operation))
      expect
        .soft([status, text], operation.id)
        .toEqual([403, expect.stringContaining('fresh_sign_in_required')])
    }
  })
})
