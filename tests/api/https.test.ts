import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anybody, defineOperations } from '../../api/contract/operation.ts'
import { registerOperation, type Call } from '../../api/http/operation.ts'
import { openBrowser } from '../support/browser.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const toy = {
  summary: 'A toy that remembers its visitor',
  response: z.object({ known: z.boolean() }),
}
const { toyVisit: visit, toyForgetful: forgetful } = defineOperations({
  toyVisit: anybody.post('/api/toy/visit', toy),
  toyForgetful: anybody.post('/api/toy/forgetful', toy),
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    https: true,
    trustProxy: ['127.0.0.1'],
    routes: (api, { sessions }) => {
      const start = ({ ctx }: Call<typeof visit>) => {
        const known = sessions.presented(ctx) !== undefined
        sessions.start(ctx)
        return { known }
      }
      registerOperation(api, visit, start, { changesSession: true })
      registerOperation(api, forgetful, start)
    },
  })
})
afterAll(() => app.stop())

describe('behind https', () => {
  it('the session cookie belongs to this host alone and travels encrypted only', async () => {
    const browser = openBrowser(app.url)
    const response = await browser.post('/api/toy/visit')
    const cookies = response.headers.getSetCookie()
    expect(cookies).toHaveLength(2)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-youtility(\.sig)?=/)
      expect(cookie).toMatch(/; path=\/;/)
      expect(cookie).toMatch(/; secure/)
      expect(cookie).toMatch(/; httponly/)
      expect(cookie).toMatch(/; samesite=lax/)
      expect(cookie).not.toMatch(/domain/i)
    }
    expect(await (await browser.post('/api/toy/visit')).json()).toEqual({ known: true })
  })

  it('browsers are asked to stay with https', async () => {
    const { headers } = await openBrowser(app.url).fetch('/api/health/live')
    expect(headers.get('Strict-Transport-Security')).toMatch(/max-age=63072000; includeSubDomains/)
    expect(headers.get('Content-Security-Policy')).toContain('upgrade-insecure-requests')
  })

  it('a call that changes the session without being registered so fails, instead of changing nothing', async () => {
    const response = await openBrowser(app.url).post('/api/toy/forgetful')
    expect(response.status).toBe(500)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('only the public origin is ours', async () => {
    const from = (Origin: string) =>
      openBrowser(app.url).post('/api/toy/visit', undefined, { 'Sec-Fetch-Site': '', Origin })
    expect((await from(app.url.replace('http:', 'https:'))).status).toBe(200)
    expect((await from(app.url)).status).toBe(403)
  })
})

describe('an identity provider that is out of reach', () => {
  it('is a 503 that says when to try again, each time anew', async () => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const response = await openBrowser(app.url).fetch('/api/oauth/google/redirect_url')
      expect(response.status).toBe(503)
      expect(response.headers.get('Retry-After')).toBe('2')
      expect(await response.json()).toMatchObject({ code: 'identity_provider_unavailable' })
    }
  })
})
