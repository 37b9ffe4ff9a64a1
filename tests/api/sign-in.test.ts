import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineOperations, member, PERSON_HEADER } from '../../api/contract/operation.ts'
import { registerOperation } from '../../api/http/operation.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const { toyWait: wait } = defineOperations({
  toyWait: member.get('/api/toy/wait', {
    summary: 'A toy that answers when it is told to',
    response: z.object({}),
  }),
})

let app: TestApp
/** Requests that wait for their answer. */
const waiting: (() => void)[] = []
let now = Date.now()
const opened: string[] = []
beforeAll(async () => {
  app = await startTestApp({
    clock: () => new Date(now),
    onSignedIn: async ({ handle }) => void opened.push(handle),
    routes: (api) =>
      registerOperation(api, wait, () => new Promise((resolve) => waiting.push(() => resolve({})))),
  })
})
afterAll(() => app.stop())

const MINUTE = 60_000

describe('sign-in', () => {
  it('makes a member at the first time and knows them ever after', async () => {
    const browser = openBrowser(app.url)
    expect((await browser.fetch('/api/users/me')).status).toBe(401)
    const ada = await browser.signIn('ada')
    expect(ada).toMatchObject({
      email: 'ada@youtility.example',
      handle: 'ada',
      did: `did:youtility:${ada.id}`,
      google_user_data: { given_name: 'Ada', family_name: 'Lovelace', name: 'Ada Lovelace', picture: null },
    })
    expect(await (await browser.fetch('/api/users/me')).json()).toEqual(ada)
    expect((await openBrowser(app.url).signIn('ada')).id).toBe(ada.id)
    expect(opened).toEqual(['ada', 'ada'])
  })

  it('says who is there without an error, also when nobody is', async () => {
    const browser = openBrowser(app.url)
    const asked = async () => {
      const response = await browser.fetch('/api/session')
      expect(response.status).toBe(200)
      return response.json()
    }
    expect(await asked()).toEqual({ member: null })
    const ada = await browser.signIn('ada')
    expect(await asked()).toEqual({ member: ada })
    await browser.post('/api/logout', {})
    expect(await asked()).toEqual({ member: null })
  })

  it('asks who it is even when the provider remembers somebody', async () => {
    const browser = openBrowser(app.url)
    const ada = await browser.signIn('ada')
    const grace = await browser.signIn('grace')
    expect(grace.id).not.toBe(ada.id)
    expect(await (await browser.fetch('/api/users/me')).json()).toMatchObject({ handle: 'grace' })
  })

  it('gives the session a new id, and the old one is dead', async () => {
    const browser = openBrowser(app.url)
    const answer = await browser.authorize('ada')
    const before = new Map(browser.cookies)
    await browser.post('/api/sessions', answer)
    expect(browser.cookies.get('youtility-dev')).not.toBe(before.get('youtility-dev'))
    const old = [...before].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await browser.fetch('/api/users/me', { headers: { Cookie: old } })).status).toBe(401)
  })

  it('works with the code alone', async () => {
    const browser = openBrowser(app.url)
    const { code } = await browser.authorize('alan')
    expect((await browser.post('/api/sessions', { code })).status).toBe(201)
  })

  it('refuses an answer whose issuer was removed, since the provider announces one', async () => {
    const browser = openBrowser(app.url)
    const { iss, ...answer } = await browser.authorize('ada')
    expect(iss).toBe(`${app.url}/oidc`)
    const response = await browser.post('/api/sessions', answer)
    expect(await response.json()).toMatchObject({ code: 'sign_in_failed' })
  })

  it('refuses a wrong state', async () => {
    const browser = openBrowser(app.url)
    const answer = await browser.authorize('ada')
    const response = await browser.post('/api/sessions', { ...answer, state: 'another' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'sign_in_expired' })
  })

  it('refuses the answer of another issuer', async () => {
    const browser = openBrowser(app.url)
    const answer = await browser.authorize('ada')
    const response = await browser.post('/api/sessions', { ...answer, iss: 'https://evil.example' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'sign_in_failed' })
  })

  it('refuses the answer in a browser that did not start it', async () => {
    const answer = await openBrowser(app.url).authorize('ada')
    const other = openBrowser(app.url)
    expect((await other.post('/api/sessions', answer)).status).toBe(400)
    await other.authorize('grace')
    expect((await other.post('/api/sessions', answer)).status).toBe(400)
    expect((await other.post('/api/sessions', { code: answer.code })).status).toBe(400)
  })

  it('refuses a code that was used', async () => {
    const browser = openBrowser(app.url)
    const { code } = await browser.authorize('ada')
    expect((await browser.post('/api/sessions', { code })).status).toBe(201)
    const again = await browser.authorize('ada')
    const response = await browser.post('/api/sessions', { ...again, code })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'sign_in_failed' })
  })

  it('answers the same to a page that posts twice, at once or in turn', async () => {
    const browser = openBrowser(app.url)
    const answer = await browser.authorize('ada')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const twice = await Promise.all([
      browser.post('/api/sessions', answer, { Cookie: cookie }),
      browser.post('/api/sessions', answer, { Cookie: cookie }),
    ])
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    expect((await browser.post('/api/sessions', answer, { Cookie: cookie })).status).toBe(201)
    expect((await browser.post('/api/sessions', answer)).status).toBe(201)
    expect((await browser.fetch('/api/users/me')).status).toBe(200)
  })

  it('lets several tabs sign in, even after one is done', async () => {
    const browser = openBrowser(app.url)
    const first = await browser.authorize('ada')
    const second = await browser.authorize('grace')
    expect((await browser.post('/api/sessions', second)).status).toBe(201)
    expect((await browser.post('/api/sessions', first)).status).toBe(201)
    expect(await (await browser.fetch('/api/users/me')).json()).toMatchObject({ handle: 'ada' })
  })

  it('keeps at most five started sign-ins, for ten minutes', async () => {
    const browser = openBrowser(app.url)
    const answers = []
    for (let tab = 0; tab < 6; tab++) {
      now += 1
      answers.push(await browser.authorize('ada'))
    }
    expect((await browser.post('/api/sessions', answers[0])).status).toBe(400)
    now += 10 * MINUTE
    expect((await browser.post('/api/sessions', answers[5])).status).toBe(400)
    expect(await app.identity.purge()).toBeGreaterThan(0)
  })

  it('says 400 for no code and names unknown fields', async () => {
    const browser = openBrowser(app.url)
    expect(await (await browser.post('/api/sessions', {})).json()).toEqual({
      error: 'No code was provided.',
      code: 'invalid_request',
      fields: { code: 'No code was provided.' },
    })
    expect(await (await browser.post('/api/sessions', { code: 'x', extra: 1 })).json()).toMatchObject({
      fields: { extra: 'This field is not known here.' },
    })
  })
})

describe('a session', () => {
  it('ends 30 minutes after the last request', async () => {
    const browser = openBrowser(app.url)
    await browser.signIn('ada')
    for (let visit = 0; visit < 3; visit++) {
      now += 28 * MINUTE
      expect((await browser.fetch('/api/users/me')).status).toBe(200)
    }
    now += 31 * MINUTE
    expect((await browser.fetch('/api/users/me')).status).toBe(401)
  })

  it('is kept by what a person causes alone, and is not brought back once it is over', async () => {
    const browser = openBrowser(app.url)
    await browser.signIn('ada')
    const unattended = { headers: { [PERSON_HEADER]: '' } }
    now += 2 * MINUTE
    // Such as a stream that ends after the session.
    const slow = browser.fetch('/api/toy/wait', unattended)
    const late = browser.fetch('/api/toy/wait')
    await expect.poll(() => waiting.length).toBe(2)
    now += 26 * MINUTE
    expect((await browser.fetch('/api/users/me', unattended)).status).toBe(200)
    now += 3 * MINUTE
    for (const answer of waiting.splice(0)) answer()
    expect([(await slow).status, (await late).status]).toEqual([200, 200])
    await expect
      .poll(async () => {
        const { rows } = await app.pool.query(`select from app.session where expires_at > $1`, [
          new Date(now),
        ])
        return rows.length
      })
      .toBe(0)
    expect((await browser.fetch('/api/users/me')).status).toBe(401)
  })

  it('ends 12 hours after sign-in whatever happens', async () => {
    const browser = openBrowser(app.url)
    await browser.signIn('ada')
    for (let visit = 0; visit < 12 * 3 - 1; visit++) {
      now += 20 * MINUTE
      expect((await browser.fetch('/api/users/me')).status).toBe(200)
    }
    now += 20 * MINUTE
    expect((await browser.fetch('/api/users/me')).status).toBe(401)
  })

  it('is written at most once a minute', async () => {
    const browser = openBrowser(app.url)
    await browser.signIn('ada')
    const expiry = async () => {
      const { rows } = await app.pool.query<{ at: Date }>('select max(expires_at) as at from app.session')
      return rows[0]?.at.getTime()
    }
    const before = await expiry()
    now += 30_000
    await browser.fetch('/api/users/me')
    expect(await expiry()).toBe(before)
    now += 31_000
    await browser.fetch('/api/users/me')
    // It is written after the answer.
    await expect.poll(expiry).toBe((before ?? 0) + 61_000)
  })

  it('ends at sign-out for good, and the browser is told to forget', async () => {
    const browser = openBrowser(app.url)
    await browser.signIn('ada')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await browser.fetch('/api/logout')
    expect(response.status).toBe(204)
    expect(response.headers.get('Clear-Site-Data')).toBe('"cache"')
    expect(browser.cookies.has('youtility-dev')).toBe(false)
    expect((await browser.fetch('/api/users/me', { headers: { Cookie: cookie } })).status).toBe(401)
    const again = await browser.post('/api/logout')
    // The stand-in offers no sign-out of its own, as Google does not.
    expect([again.status, await again.json()]).toEqual([200, { redirectUrl: null }])
  })

  it('does not come back through a request that was slower than the sign-out', async () => {
    const browser = openBrowser(app.url)
    await browser.signIn('ada')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    now += 2 * MINUTE
    // Each of these renews the session, so each writes it, before or after the sign-out.
    const rivals = Array.from({ length: 30 }, () =>
      browser.fetch('/api/users/me', { headers: { Cookie: cookie } }),
    )
    const done = browser.post('/api/logout', undefined, { Cookie: cookie })
    await Promise.all([...rivals, done])
    expect((await browser.fetch('/api/users/me', { headers: { Cookie: cookie } })).status).toBe(401)
  })

  it.each([
    ['sign-out', (browser: Browser) => browser.post('/api/logout')],
    ['sign-in', (browser: Browser) => browser.signIn('grace')],
  ])('that a %s ended is neither written nor sent again by a slower request', async (_name, end) => {
    const browser = openBrowser(app.url)
    await browser.signIn('ada')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    // Old enough for the slow request to renew it.
    now += 2 * MINUTE
    const slow = openBrowser(app.url).fetch('/api/toy/wait', { headers: { Cookie: cookie } })
    await expect.poll(() => waiting.length).toBe(1)
    await end(browser)
    waiting.pop()?.()
    const response = await slow
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await browser.fetch('/api/users/me', { headers: { Cookie: cookie } })).status).toBe(401)
    const { rows } = await app.pool.query<{ data: unknown }>(
      'select data from app.session where revoked_at is not null',
    )
    for (const { data } of rows) expect(data).toEqual({})
  })

  it('is not taken from a cookie that we did not sign', async () => {
    const browser = openBrowser(app.url)
    await browser.signIn('ada')
    browser.cookies.set('youtility-dev.sig', 'forged')
    expect((await browser.fetch('/api/users/me')).status).toBe(401)
  })

  it('leaves only hashes in the database, and nothing once it is over', async () => {
    const browser = openBrowser(app.url)
    await browser.signIn('ada')
    const id = browser.cookies.get('youtility-dev') ?? ''
    expect(Buffer.from(id, 'base64url')).toHaveLength(32)
    const { rows } = await app.pool.query<{ row: string }>('select s::text as row from app.session s')
    expect(rows.some(({ row }) => row.includes(id))).toBe(false)
  })
})
