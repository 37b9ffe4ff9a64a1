import { generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { interactionPolicy, type Configuration } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { DemoMember } from '../../api/sandbox/identity-provider/demo-members.ts'
import type { ProviderShape } from '../../api/sandbox/identity-provider/provider.ts'
import { openBrowser } from '../support/browser.ts'
import { freshDatabase } from '../support/postgres.ts'
import { startTestApp, type TestApp, type TestAppOptions } from '../support/test-app.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database?.drop())

/** Runs `test` with an app whose identity provider has this shape. */
const withProvider = async (
  shape: ProviderShape,
  test: (app: TestApp) => Promise<void>,
  more: Partial<TestAppOptions> = {},
) => {
  const app = await startTestApp({ databaseUrl: database.url, shape, ...more })
  try {
    await test(app)
  } finally {
    await app.stop()
  }
}

const names = ({ givenName, familyName, name }: DemoMember) => ({
  given_name: givenName,
  family_name: familyName,
  name,
})

/** Does not support `select_account` and refuses unknown prompts, as the standard allows. */
const noChooser = {
  interactions: { policy: interactionPolicy.base(), url: (_ctx, { uid }) => `/oidc/interaction/${uid}` },
  discovery: { prompt_values_supported: ['none', 'login', 'consent'] },
} satisfies Configuration
const offersSignOut = { features: { rpInitiatedLogout: { enabled: true } } } satisfies Configuration

/** Settings that matter to a client, by these providers' documentation and discovery documents. */
const SHAPES: Readonly<Record<string, ProviderShape>> = {
  // Everything in the ID token; no prompts announced, no sign-out.
  Google: {
    configuration: { discovery: {}, clientAuthMethods: ['client_secret_post', 'client_secret_basic'] },
    claims: (member) => ({
      ...names(member),
      email: member.email,
      email_verified: true,
      hd: 'youtility.example',
    }),
  },
  // No email_verified at all: an optional claim says whether the domain's owner is verified.
  Microsoft: {
    configuration: {
      ...offersSignOut,
      discovery: {},
      claims: {
        openid: ['sub', 'xms_edov', 'tid'],
        email: ['email'],
        profile: ['name', 'preferred_username', 'given_name', 'family_name'],
      },
    },
    claims: ({ email, name }) => ({ email, name, preferred_username: email, xms_edov: 1, tid: 'a-tenant' }),
  },
  Keycloak: {
    configuration: {
      ...offersSignOut,
      ...noChooser,
      clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'],
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    claims: (member) => ({ ...names(member), email: member.email, email_verified: true }),
  },
  Auth0: {
    configuration: { ...offersSignOut, ...noChooser, discovery: {} },
    claims: (member) => ({ name: member.email, email: member.email, email_verified: true, picture: null }),
  },
  // A thin ID token: the member's claims come from userinfo alone.
  Okta: {
    configuration: { ...offersSignOut, ...noChooser, conformIdTokenClaims: true },
    claims: (member) => ({ ...names(member), email: member.email, email_verified: true }),
  },
  'one that takes client_secret_basic alone': {
    configuration: { ...noChooser, clientAuthMethods: ['client_secret_basic'] },
  },
  'one that takes client_secret_jwt alone': {
    configuration: {
      ...noChooser,
      clientAuthMethods: ['client_secret_jwt'],
      enabledJWA: { clientAuthSigningAlgValues: ['HS256'] },
    },
    client: { token_endpoint_auth_method: 'client_secret_jwt' },
  },
  'one that wants requests pushed ahead': {
    configuration: {
      ...noChooser,
      features: {
        pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
      },
    },
  },
  'one that writes booleans as texts and what it has not as null': {
    claims: ({ email }) => ({
      email,
      email_verified: 'true',
      name: null,
      picture: null,
      given_name: null,
      family_name: 7,
    }),
  },
}

/** Status and code of the answer to a member's sign-in. */
const answerOf = async ({ url }: TestApp, handle = 'ada') => {
  const browser = openBrowser(url)
  const response = await browser.post('/api/sessions', await browser.authorize(handle))
  return { status: response.status, code: Problem.safeParse(await response.json()).data?.code }
}
const Problem = z.object({ code: z.string() })
const SignInUrl = z.object({ redirectUrl: z.string() })
const SignedOut = z.object({ redirectUrl: z.nullable(z.url()) })

describe('identity providers', () => {
  it.each(Object.entries(SHAPES))('signs in with one like %s', async (_name, shape) => {
    await withProvider(shape, async ({ url }) => {
      const user = await openBrowser(url).signIn('ada')
      expect(user.email).toBe('ada@youtility.example')
      expect(user.google_user_data.name).toMatch(/^(Ada Lovelace|ada|member_\d+)$/)
      expect(user.google_user_data.picture).toBeNull()
    })
  })

  it.each([
    ['says nothing of its verification', { email: 'ada@youtility.example' }, 'email_verification_unknown'],
    ['is not verified', { email: 'ada@youtility.example', email_verified: false }, 'email_not_verified'],
    ['is not verified, as a text', { email: 'a@b.example', email_verified: 'false' }, 'email_not_verified'],
    ['is of another domain’s owner', { email: 'a@b.example', xms_edov: '0' }, 'email_not_verified'],
    ['is null', { email: null, email_verified: true }, 'email_not_shared'],
    ['is not there', { email_verified: true, name: 'Ada' }, 'email_not_shared'],
    ['is a number', { email: 7, email_verified: true }, 'email_not_shared'],
    ['has no @', { email: 'hello', email_verified: true }, 'email_not_shared'],
    [
      'has a line break',
      { email: 'x@b.example\nBcc: y@z.example', email_verified: true },
      'email_not_shared',
    ],
    ['is too long', { email: `${'a'.repeat(320)}@b.example`, email_verified: true }, 'email_too_long'],
  ])('says what is missing, and no outage, when the e-mail address %s', async (_what, claims, code) => {
    for (const conformIdTokenClaims of [false, true])
      await withProvider(
        {
          configuration: {
            conformIdTokenClaims,
            claims: { openid: ['sub', 'xms_edov'], email: ['email', 'email_verified'], profile: ['name'] },
          },
          claims: () => claims,
        },
        async (app) => expect(await answerOf(app)).toEqual({ status: 403, code }),
      )
  })

  it('does not believe an ID token whose signature is not the provider’s, also over plain http', async () => {
    const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const named = { kty: 'EC', kid: 'of today', alg: 'ES256', use: 'sig' }
    const jwks = { keys: [{ ...keyPair().privateKey.export({ format: 'jwk' }), ...named }] }
    const stranger = { ...keyPair().publicKey.export({ format: 'jwk' }), ...named }
    await withProvider(
      { configuration: { jwks } },
      async (app) => {
        expect(await answerOf(app)).toEqual({ status: 400, code: 'sign_in_failed' })
        expect(app.logged()).toContain('JWT signature verification failed')
      },
      {
        mount: async (ctx, next) => {
          if (ctx.path !== '/oidc/jwks') return next()
          ctx.body = { keys: [stranger] }
          return undefined
        },
      },
    )
  })

  describe('with keys and a clock of its own', () => {
    const keyOf = (kid: string) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      return {
        kid,
        privateKey,
        jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' },
      }
    }
    /** Answers with ID tokens that `signer` has signed, `aheadSeconds` in the future, and counts what it is asked. */
    const standIn = () => {
      const asked = { keys: 0, tokens: 0 }
      const state = { signer: keyOf('of today'), aheadSeconds: 0, ageSeconds: 0, nonce: '' }
      const mount: NonNullable<TestAppOptions['mount']> = async (ctx, next) => {
        if (ctx.path === '/oidc/auth') state.nonce = String(ctx.query['nonce'])
        if (ctx.path === '/oidc/jwks') {
          asked.keys += 1
          ctx.body = { keys: [state.signer.jwk] }
          return undefined
        }
        if (ctx.path !== '/oidc/token') return next()
        asked.tokens += 1
        const now = Math.floor(Date.now() / 1_000) + state.aheadSeconds
        const claims = {
          email: 'ada@youtility.example',
          email_verified: true,
          name: 'Ada',
          nonce: state.nonce,
          auth_time: now - state.ageSeconds,
        }
        const idToken = new SignJWT(claims)
          .setProtectedHeader({ alg: 'ES256', kid: state.signer.kid })
          .setIssuer(`http://localhost:${ctx.req.socket.localPort}/oidc`)
          .setAudience('youtility-development')
          .setSubject('demo-ada')
          .setIssuedAt(now)
          .setNotBefore(now)
          .setExpirationTime(now + 60)
        ctx.body = {
          access_token: 'x',
          token_type: 'Bearer',
          id_token: await idToken.sign(state.signer.privateKey),
        }
        return undefined
      }
      return { asked, state, mount }
    }
    const unpushed = { configuration: { features: { pushedAuthorizationRequests: { enabled: false } } } }

    it('takes a new key from the first sign-in on, and asks for keys at most every ten seconds', async () => {
      let now = Date.now()
      const { asked, state, mount } = standIn()
      const run = async (app: TestApp) => {
        expect(await answerOf(app)).toMatchObject({ status: 201 })
        expect(await answerOf(app)).toMatchObject({ status: 201 })
        expect(asked).toMatchObject({ keys: 1 })
        // Another key, by another name and by the same.
        for (const kid of ['of tomorrow', 'of tomorrow']) {
          state.signer = keyOf(kid)
          now += 11_000
          const before = { ...asked }
          expect(await answerOf(app)).toMatchObject({ status: 201 })
          expect(asked).toEqual({ keys: before.keys + 1, tokens: before.tokens + 1 })
        }
        state.signer = keyOf('of nobody')
        const before = asked.keys
        expect((await answerOf(app)).status).not.toBe(201)
        expect(asked.keys).toBe(before)
      }
      await withProvider(unpushed, run, { mount, clock: () => new Date(now) })
    })

    it.each([
      [100, 201],
      [-170, 201],
      [150, 400],
      [-200, 400],
    ])(
      'signs in or not when its clock is %d seconds ahead, and says so to operators',
      async (aheadSeconds, status) => {
        const { state, mount } = standIn()
        state.aheadSeconds = aheadSeconds
        await withProvider(
          unpushed,
          async (app) => {
            expect((await answerOf(app)).status).toBe(status)
            expect(app.logged()).toMatch(
              new RegExp(
                `clock of the identity provider is \\d+ seconds ${aheadSeconds > 0 ? 'ahead of' : 'behind'}`,
              ),
            )
          },
          { mount },
        )
      },
    )

    it.each([
      [0, 0, true],
      [60, 0, false],
      [60, 60, false],
      [0, -100, true],
    ])(
      'proves who is there by an authentication %d seconds before the ID token, by a clock %d seconds ahead: %j',
      async (ageSeconds, aheadSeconds, isProven) => {
        const { state, mount } = standIn()
        Object.assign(state, { ageSeconds, aheadSeconds })
        await withProvider(
          unpushed,
          async (app) => {
            await app.pool.query('delete from app.session; delete from app.provider_session')
            // Its `max_age` was removed on the way, so the provider asked for nothing.
            expect((await answerOf(app)).status).toBe(201)
            const { rows } = await app.pool.query<{ data: object }>(
              `select data from app.session where data ? 'memberId'`,
            )
            expect(rows.map(({ data }) => 'provenAt' in data)).toEqual([isProven])
          },
          { mount },
        )
      },
    )

    it('says nothing of a clock that is right', async () => {
      const { mount } = standIn()
      await withProvider(
        unpushed,
        async (app) => {
          expect((await answerOf(app)).status).toBe(201)
          expect(app.logged()).not.toContain('clock of the identity provider')
        },
        { mount },
      )
    })
  })

  describe('that announces pushed requests without requiring them', () => {
    const announced = {
      configuration: { ...noChooser, features: { pushedAuthorizationRequests: { enabled: true } } },
    }
    const urlOf = async ({ url }: TestApp) =>
      SignInUrl.parse(await (await openBrowser(url).fetch('/api/oauth/google/redirect_url')).json())
        .redirectUrl

    it('gets them pushed', async () => {
      await withProvider(announced, async (app) => {
        expect(await urlOf(app)).toContain('request_uri=')
        expect(await answerOf(app)).toMatchObject({ status: 201 })
      })
    })

    it('and refuses them gets them in the address', async () => {
      await withProvider(
        announced,
        async (app) => {
          expect(await urlOf(app)).toContain('code_challenge=')
          expect(await answerOf(app)).toMatchObject({ status: 201 })
          expect(app.logged()).toContain('takes no pushed request')
          expect(app.logged()).toContain('HTTP 400, unauthorized_client')
        },
        {
          mount: async (ctx, next) => {
            if (ctx.path !== '/oidc/request') return next()
            ctx.status = 400
            ctx.body = { error: 'unauthorized_client' }
            return undefined
          },
        },
      )
    })
  })

  it('that refuses our client for a pushed request is not where a member types a password in vain', async () => {
    const shape = {
      configuration: { ...noChooser, features: { pushedAuthorizationRequests: { enabled: true } } },
    }
    await withProvider(
      shape,
      async ({ url, logged }) => {
        const answer = await openBrowser(url).fetch('/api/oauth/google/redirect_url')
        expect(answer.status).toBe(503)
        expect(Problem.parse(await answer.json()).code).toBe('identity_provider_unavailable')
        expect(logged()).toContain('HTTP 401, unauthorized_client: Invalid client')
      },
      {
        // Keycloak's answer to a wrong secret.
        mount: async (ctx, next) => {
          if (ctx.path !== '/oidc/request') return next()
          ctx.status = 401
          ctx.body = { error: 'unauthorized_client', error_description: 'Invalid client' }
          return undefined
        },
      },
    )
  })

  it('with which nobody can sign in is refused before anybody is sent there, and named to operators', async () => {
    await withProvider(
      {
        configuration: { enabledJWA: { idTokenSigningAlgValues: ['HS256'] } },
        client: { id_token_signed_response_alg: 'HS256' },
      },
      async ({ url, logged }) => {
        const answer = await openBrowser(url).fetch('/api/oauth/google/redirect_url')
        expect(answer.status).toBe(503)
        expect(logged()).toContain('it offers HS256, and we need ID tokens signed by a key')
      },
    )
  })

  it('that hangs is reported before a browser gives up and says that its member is offline', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await withProvider(
      { configuration: { features: { pushedAuthorizationRequests: { enabled: true } } } },
      async ({ url }) => {
        const asked = openBrowser(url).fetch('/api/oauth/google/redirect_url', {
          // As `READ_TIMEOUT_MS` in web/data/client.ts, with a discovery that was as slow.
          signal: AbortSignal.timeout(5_000),
        })
        expect((await asked.finally(release)).status).toBe(503)
      },
      {
        mount: async (ctx, next) => {
          if (ctx.path === '/oidc/request') await released
          return next()
        },
      },
    )
  })

  describe('whose userinfo fails', () => {
    const broken: Partial<TestAppOptions> = {
      mount: async (ctx, next) => {
        if (ctx.path !== '/oidc/me') return next()
        ctx.status = 500
        return undefined
      },
    }
    it('lets a member in where only a name is missing', async () => {
      const claims = ({ email }: DemoMember) => ({ email, email_verified: true })
      await withProvider(
        { claims },
        async (app) => expect(await answerOf(app)).toMatchObject({ status: 201 }),
        broken,
      )
    })
    it('is an outage where the e-mail address is missing', async () => {
      await withProvider(
        { configuration: { conformIdTokenClaims: true } },
        async (app) =>
          expect(await answerOf(app)).toEqual({ status: 503, code: 'identity_provider_unavailable' }),
        broken,
      )
    })
    it('or answers for somebody else signs nobody in', async () => {
      await withProvider(
        { configuration: { conformIdTokenClaims: true } },
        async (app) => expect(await answerOf(app)).toEqual({ status: 400, code: 'sign_in_failed' }),
        {
          mount: async (ctx, next) => {
            if (ctx.path !== '/oidc/me') return next()
            ctx.body = { sub: 'demo-grace', email: 'grace@youtility.example', email_verified: true }
            return undefined
          },
        },
      )
    })
  })

  it('takes the address and the word for it from one source', async () => {
    // The ID token has an address without `email_verified`, userinfo has another one, which is verified.
    await withProvider(
      { configuration: { claims: { openid: ['sub'], email: ['email'], profile: [] } } },
      async ({ url }) => {
        const user = await openBrowser(url).signIn('ada')
        expect(user.email).toBe('ada@elsewhere.example')
      },
      {
        mount: async (ctx, next) => {
          if (ctx.path !== '/oidc/me') return next()
          ctx.body = { sub: 'demo-ada', email: 'ada@elsewhere.example', email_verified: true, name: 'Ada' }
          return undefined
        },
      },
    )
  })

  it('ends the provider’s session too where that is offered, without being asked there who it was', async () => {
    await withProvider({ configuration: { ...offersSignOut, ...noChooser } }, async ({ url, pool }) => {
      const kept = async () => (await pool.query('select 1 from app.provider_session')).rows.length
      const before = await kept()
      const browser = openBrowser(url)
      await browser.signIn('ada')
      const { redirectUrl } = SignedOut.parse(await (await browser.post('/api/logout')).json())
      const there = new URL(redirectUrl ?? '')
      expect(there.pathname).toBe('/oidc/session/end')
      expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${url}/`)
      expect(there.searchParams.get('id_token_hint')).toMatch(/^ey/)
      expect((await browser.fetch(there.href)).status).toBe(200)
      expect((await browser.fetch('/api/users/me')).status).toBe(401)
      // The stored ID token is used up; signing out without a session is not refused.
      expect(await kept()).toBe(before)
      const again = SignedOut.parse(await (await browser.post('/api/logout')).json())
      expect(again.redirectUrl).not.toContain('id_token_hint')
    })
  })

  it('does not lead a browser to a provider that is away when its member signs out', async () => {
    let now = Date.now()
    let isAway = false
    await withProvider(
      { configuration: { ...offersSignOut, ...noChooser } },
      async ({ url }) => {
        const browser = openBrowser(url)
        await browser.signIn('ada')
        isAway = true
        now += 11_000
        for (const _again of [1, 2]) {
          const answer = await browser.post('/api/logout')
          expect(SignedOut.parse(await answer.json()).redirectUrl).toBeNull()
        }
        expect((await browser.fetch('/api/users/me')).status).toBe(401)
        isAway = false
        now += 11_000
        const { redirectUrl } = SignedOut.parse(await (await browser.post('/api/logout')).json())
        expect(redirectUrl).toContain('/oidc/session/end')
      },
      {
        clock: () => new Date(now),
        mount: async (ctx, next) => {
          if (!isAway || !ctx.path.startsWith('/oidc/')) return next()
          ctx.status = 503
          return undefined
        },
      },
    )
  })

  it('forgets the ID token of a session that was ended from elsewhere', async () => {
    await withProvider({ configuration: offersSignOut }, async ({ url, pool, identity }) => {
      const kept = async () => (await pool.query('select 1 from app.provider_session')).rows.length
      await openBrowser(url).signIn('ada')
      expect(await kept()).toBeGreaterThan(0)
      await pool.query(`update app.session set revoked_at = now(), data = '{}'`)
      await identity.purge()
      expect(await kept()).toBe(0)
    })
  })

  it('forgets the ID token of a session that has long ended by itself', async () => {
    let now = Date.now()
    await withProvider(
      { configuration: { ...offersSignOut } },
      async ({ url, pool, identity }) => {
        await openBrowser(url).signIn('ada')
        await identity.purge()
        const kept = async () => (await pool.query('select 1 from app.provider_session')).rows.length
        expect(await kept()).toBeGreaterThan(0)
        now += 13 * 3_600_000
        await identity.purge()
        expect(await kept()).toBe(0)
      },
      { clock: () => new Date(now) },
    )
  })
})
