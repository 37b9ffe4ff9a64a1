import { interactionPolicy } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ProviderShape } from '../../api/sandbox/identity-provider/provider.ts'
import { openBrowser, type Browser } from '../support/browser.ts'
import { freshDatabase } from '../support/postgres.ts'
import { startTestApp } from '../support/test-app.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database?.drop())

/** Remembers who signed in and goes on with them, as Keycloak does; the e-mail address of ada is not verified. */
const remembering = (prompts: readonly string[] | undefined, signOut: boolean): ProviderShape => ({
  configuration: {
    interactions: {
      policy: interactionPolicy.base(),
      url: (_ctx, { uid }) => `/oidc/interaction/${uid}`,
    },
    discovery: prompts === undefined ? {} : { prompt_values_supported: [...prompts] },
    features: { rpInitiatedLogout: { enabled: signOut } },
  },
  claims: ({ email, name }) => ({ email, name, email_verified: !email.startsWith('ada@') }),
})

const Problem = z.object({ code: z.string() })
const SignInUrl = z.object({ redirectUrl: z.url() })

const signInAs = async (browser: Browser, handle: string, query: string) =>
  browser.post('/api/sessions', await browser.authorize(handle, query))

/** An app, and a browser whose account at the provider was refused. */
const withRefused = async (shape: ProviderShape, test: (browser: Browser) => Promise<void>) => {
  const app = await startTestApp({ databaseUrl: database.url, shape })
  try {
    const browser = openBrowser(app.url)
    const refused = await signInAs(browser, 'ada', '')
    expect(Problem.parse(await refused.json()).code).toBe('email_not_verified')
    // The provider goes on with the account by itself: there is nothing to choose.
    await expect(browser.authorize('grace', '')).rejects.toThrow('No chooser')
    await test(browser)
  } finally {
    await app.stop()
  }
}

describe('a member whose account was refused signs in with another one', () => {
  it.each([
    ['announces prompt=login', remembering(['none', 'login', 'consent'], true)],
    ['announces no prompts and ends no session', remembering(undefined, false)],
  ])('at the form of a provider that %s', async (_what, shape) => {
    await withRefused(shape, async (browser) => {
      expect((await signInAs(browser, 'grace', '?other_account=1')).status).toBe(201)
    })
  })

  it.each([[['none']], [undefined]])(
    'after the end of the session at a provider that announces the prompts %j',
    async (prompts) => {
      await withRefused(remembering(prompts, true), async (browser) => {
        const answer = await browser.fetch('/api/oauth/google/redirect_url?other_account=1')
        const { redirectUrl } = SignInUrl.parse(await answer.json())
        const there = new URL(redirectUrl)
        expect(there.pathname).toBe('/oidc/session/end')
        expect(there.searchParams.get('client_id')).toBe('youtility-development')
        expect(there.searchParams.get('post_logout_redirect_uri')).toMatch(/^http:.*\/$/)
      })
    },
  )
})
