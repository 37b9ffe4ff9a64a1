import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ProviderShape } from '../../api/sandbox/identity-provider/provider.ts'
import { openBrowser } from '../support/browser.ts'
import { freshDatabase } from '../support/postgres.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../support/test-app.ts'

/** All methods with a secret, announced as Hydra, Canaille and Keycloak announce them. */
const announced = ['client_secret_post', 'client_secret_basic', 'client_secret_jwt'] as const
type Method = (typeof announced)[number]

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database?.drop())

/** An app whose client is registered for one method, at a provider that announces all of them; counts its requests. */
const withClient = async (
  registered: Method,
  test: (app: TestApp, asked: { readonly tokens: number; readonly pushed: number }) => Promise<void>,
  { pushed = false, ...more }: Partial<TestAppOptions> & { readonly pushed?: boolean } = {},
) => {
  const asked = { tokens: 0, pushed: 0 }
  const shape: ProviderShape = {
    configuration: {
      clientAuthMethods: [...announced],
      enabledJWA: { clientAuthSigningAlgValues: ['HS256'] },
      features: { pushedAuthorizationRequests: { enabled: pushed } },
    },
    client: { token_endpoint_auth_method: registered },
  }
  const app = await startTestApp({
    databaseUrl: database.url,
    shape,
    mount: async (ctx, next) => {
      if (ctx.path === '/oidc/token') asked.tokens += 1
      if (ctx.path === '/oidc/request') asked.pushed += 1
      return next()
    },
    ...more,
  })
  try {
    await test(app, asked)
  } finally {
    await app.stop()
  }
}

const Problem = z.object({ code: z.string() })

describe('a client that is registered for one way of sending its secret', () => {
  it.each([
    ['client_secret_basic', 1],
    ['client_secret_post', 2],
    ['client_secret_jwt', 3],
  ] as const)('signs members in by %s, and remembers it', async (registered, requests) => {
    await withClient(registered, async ({ url, logged }, asked) => {
      await openBrowser(url).signIn('ada')
      expect(asked.tokens).toBe(requests)
      await openBrowser(url).signIn('grace')
      expect(asked.tokens).toBe(requests + 1)
      const advice = `set OIDC_CLIENT_AUTH=${registered}`
      if (requests === 1) expect(logged()).not.toContain('OIDC_CLIENT_AUTH')
      else expect(logged().split(advice)).toHaveLength(2)
    })
  })

  it('learns it from a pushed request, before a member leaves', async () => {
    await withClient(
      'client_secret_post',
      async ({ url }, asked) => {
        await openBrowser(url).signIn('ada')
        expect(asked).toEqual({ pushed: 2, tokens: 1 })
      },
      { pushed: true },
    )
  })

  it('uses the method that the operator names, and no other', async () => {
    await withClient(
      'client_secret_post',
      async ({ url }, asked) => {
        await openBrowser(url).signIn('ada')
        expect(asked.tokens).toBe(1)
      },
      { provider: { clientAuth: 'client_secret_post' } },
    )
    await withClient(
      'client_secret_post',
      async ({ url }, asked) => {
        const browser = openBrowser(url)
        const answer = await browser.post('/api/sessions', await browser.authorize('ada'))
        expect(answer.status).toBe(503)
        expect(Problem.parse(await answer.json()).code).toBe('identity_provider_unavailable')
        expect(asked.tokens).toBe(1)
      },
      { provider: { clientAuth: 'client_secret_basic' } },
    )
  })

  it('is asked once by each method when its secret is wrong', async () => {
    await withClient(
      'client_secret_basic',
      async ({ url, logged }, asked) => {
        const browser = openBrowser(url)
        const answer = await browser.post('/api/sessions', await browser.authorize('ada'))
        expect(answer.status).toBe(503)
        expect(asked.tokens).toBe(3)
        expect(logged()).toMatch(/HTTP 401, basic invalid_client/i)
      },
      { provider: { clientSecret: 'not the secret of this client, and long enough' } },
    )
  })
})
