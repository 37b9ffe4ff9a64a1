import {
  errors,
  interactionPolicy,
  Provider,
  type ClientMetadata,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { AppContext, AppMiddleware } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import type { Logger } from '../../logging/logger.ts'
import { chooserPage, expiredPage, pageHeaders, STYLE_SHEET } from './chooser.ts'
import { DEMO_MEMBERS, DEVELOPMENT_ISSUER, type DemoMember } from './demo-members.ts'
import { providerKeys, type ProviderKeys } from './keys.ts'
import { createMemoryAdapter } from './memory-adapter.ts'

interface DevelopmentProviderOptions {
  /** Origin that members see; the provider is served below it at `/oidc`. */
  readonly publicUrl: string
  /** Folder for its keys. */
  readonly dataDir: string
  readonly environment: string
  readonly log: Logger
  /** Makes it behave like another provider; by default it behaves like Google. */
  readonly shape?: ProviderShape
}

/** Settings in which providers differ. */
export interface ProviderShape {
  readonly configuration?: Configuration
  readonly client?: Partial<ClientMetadata>
  /** Ignores `max_age` and never states `auth_time`, as Google does. */
  readonly withoutAuthTime?: boolean
  /** Claims about a member, besides the subject. */
  readonly claims?: (member: DemoMember) => Readonly<Record<string, unknown>>
}

export interface DevelopmentProvider {
  /** Settings for the client side of sign-in; see `IdentityOptions.provider`. */
  readonly client: {
    readonly issuer: string
    readonly clientId: string
    readonly clientSecret: string
    readonly clientAuth: null
    readonly memberIssuer: string
    readonly allowHttp: boolean
  }
  /** Serves everything under `/oidc`. */
  readonly mount: AppMiddleware
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

const MOUNT_PATH = '/oidc'
const CLIENT_ID = 'youtility-development'
/** How a client sends its secret unless its registration says otherwise (Dynamic Client Registration 1.0, section 2). */
const REGISTERED_METHOD = 'client_secret_basic'
const SCOPE = 'openid profile email'
const INTERACTION_SECONDS = 3600
const INTERACTION = /^\/oidc\/interaction\/[\w-]{1,64}$/

/** Shows the account chooser every time, like Google with `prompt=select_account`, even for a remembered account. */
const alwaysAsk = () => {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

/** Grants consent without asking, since the only client is our own app. */
const grantOf = async ({ oidc }: KoaContextWithOIDC) => {
  const { client, session, result, provider } = oidc
  if (!client || !session?.accountId) return undefined
  const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (known) return known
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(SCOPE)
  await grant.save()
  return grant
}

/**
 * Refuses a client that sends its secret in the header although it is registered for the body, or the other way round, as
 * Hydra and Canaille do; oidc-provider itself takes either.
 */
const refuseOtherMethods =
  (registered: string): Parameters<Provider['use']>[0] =>
  async (ctx, next) => {
    const isOurs = ctx.method === 'POST' && (ctx.path === '/token' || ctx.path === '/request')
    const isBasic = /^basic /i.test(ctx.get('Authorization'))
    if (!isOurs || isBasic === (registered === 'client_secret_basic')) return next()
    ctx.status = 401
    ctx.set('WWW-Authenticate', 'Basic realm="token"')
    ctx.body = {
      error: 'invalid_client',
      error_description: `The client is registered for ${registered}, and another method was used.`,
    }
    return undefined
  }

const googleClaims = ({ email, givenName, familyName, name }: DemoMember) => ({
  email,
  email_verified: true,
  given_name: givenName,
  family_name: familyName,
  name,
})

const configurationOf = (
  publicUrl: string,
  keys: ProviderKeys,
  { configuration = {}, client = {}, claims = googleClaims }: ProviderShape,
): Configuration => ({
  adapter: createMemoryAdapter(),
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: keys.clientSecret,
      redirect_uris: [`${publicUrl}/auth/callback`],
      post_logout_redirect_uris: [`${publicUrl}/`],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: REGISTERED_METHOD,
      ...client,
    },
  ],
  jwks: { keys: [{ kty: 'EC', ...keys.jwk }] },
  // Cookies ignore ports: these names avoid clashes with other servers on localhost.
  cookies: {
    keys: [keys.cookieKey],
    names: { session: 'youtility-idp', interaction: 'youtility-idp-i', resume: 'youtility-idp-r' },
    long: { path: MOUNT_PATH, sameSite: 'lax', httpOnly: true },
    // No path: each sign-in has cookies for its own addresses, and no tab overwrites those of another.
    short: { sameSite: 'lax', httpOnly: true },
  },
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'name', 'picture'],
  },
  // As Google does: name and e-mail are in the ID token.
  conformIdTokenClaims: false,
  findAccount: (_ctx, subject) => {
    const member = DEMO_MEMBERS.find((one) => one.subject === subject)
    return member && { accountId: subject, claims: () => ({ sub: subject, ...claims(member) }) }
  },
  loadExistingGrant: grantOf,
  // A code stays valid when another tab has changed the account meanwhile.
  expiresWithSession: () => false,
  pkce: { required: () => true },
  discovery: { prompt_values_supported: ['none', 'login', 'consent', 'select_account'] },
  interactions: {
    policy: alwaysAsk(),
    url: (_ctx, { uid }) => `${MOUNT_PATH}/interaction/${uid}`,
  },
  ttl: {
    AccessToken: 600,
    AuthorizationCode: 60,
    IdToken: 600,
    Interaction: INTERACTION_SECONDS,
    Session: 86_400,
    Grant: 86_400,
  },
  renderError: (ctx) => {
    ctx.set(pageHeaders(publicUrl))
    ctx.body = expiredPage(publicUrl, MOUNT_PATH)
  },
  ...configuration,
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    ...configuration.features,
  },
})

const FORM_BYTES_MAX = 4096

const readForm = async (ctx: AppContext): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of ctx.req) {
    text += String(chunk)
    if (text.length > FORM_BYTES_MAX) throw new HttpError(413, 'body_too_large', 'The form is too large.')
  }
  return new URLSearchParams(text)
}

/**
 * A real OpenID Connect provider (oidc-provider) whose sign-in page lists the demo members: anybody who can reach it
 * can sign in as any of them, so it never runs in production.
 * @throws when `environment` is production
 */
export const createDevelopmentProvider = (options: DevelopmentProviderOptions): DevelopmentProvider => {
  const { publicUrl, dataDir, environment, log, shape = {} } = options
  if (environment === 'production')
    throw new Error('The development identity provider does not run in production: set OIDC_ISSUER')
  const keys = providerKeys(dataDir)
  const issuer = `${publicUrl}${MOUNT_PATH}`
  const provider = new Provider(issuer, configurationOf(publicUrl, keys, shape))
  provider.proxy = true
  provider.use(refuseOtherMethods(shape.client?.token_endpoint_auth_method ?? REGISTERED_METHOD))
  provider.on('server_error', (_ctx: unknown, error: Error) =>
    log.error({ err: error }, 'development identity provider failed'),
  )
  const handle = provider.callback()

  /**
   * Ends the provider's session of the member who was chosen before. Otherwise the provider answers a change of account
   * with a sign-out page that needs a script.
   */
  const forget = async (interaction: Interaction): Promise<void> => {
    if (!interaction.session?.uid) return
    const remembered = await provider.Session.findByUid(interaction.session.uid)
    await remembered?.destroy()
    delete interaction.session
    await interaction.save(INTERACTION_SECONDS)
  }

  const findInteraction = async (ctx: AppContext): Promise<Interaction | undefined> => {
    try {
      return await provider.interactionDetails(ctx.req, ctx.res)
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined
      throw error
    }
  }

  const choose = async (ctx: AppContext): Promise<void> => {
    ctx.set(pageHeaders(publicUrl))
    const interaction = await findInteraction(ctx)
    if (!interaction) {
      ctx.status = 400
      ctx.body = expiredPage(publicUrl, MOUNT_PATH)
      return
    }
    if (ctx.method !== 'POST') {
      ctx.body = chooserPage(ctx.path, MOUNT_PATH)
      return
    }
    const subject = (await readForm(ctx)).get('member') ?? ''
    if (!DEMO_MEMBERS.some((member) => member.subject === subject))
      throw new HttpError(400, 'invalid_request', 'Choose one of the demo members.')
    await forget(interaction)
    const location = await provider.interactionResult(ctx.req, ctx.res, {
      // By the clock that dates its ID tokens, as of every provider.
      login: { accountId: subject, ts: Math.floor(Date.now() / 1_000) },
      select_account: {},
    })
    ctx.redirect(location)
    ctx.status = 303
  }

  const mount: AppMiddleware = async (ctx, next) => {
    if (ctx.path !== MOUNT_PATH && !ctx.path.startsWith(`${MOUNT_PATH}/`)) return next()
    ctx.state.route = MOUNT_PATH
    if (ctx.path === MOUNT_PATH + STYLE_SHEET.path) {
      ctx.set({
        'Content-Type': 'text/css; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      ctx.body = STYLE_SHEET.text
      return undefined
    }
    if (INTERACTION.test(ctx.path) && ['GET', 'HEAD', 'POST'].includes(ctx.method)) return choose(ctx)
    // The provider is a separate application: it gets the raw request, with the path below its mount.
    const { req, res } = ctx
    const url = shape.withoutAuthTime ? req.url?.replace(/([?&])max_age=[^&]*/, '$1') : req.url
    Object.assign(req, { originalUrl: url, url: (url ?? '').slice(MOUNT_PATH.length) || '/' })
    ctx.respond = false
    await handle(req, res)
    return undefined
  }

  return {
    client: {
      issuer,
      clientId: CLIENT_ID,
      clientSecret: keys.clientSecret,
      clientAuth: null,
      memberIssuer: DEVELOPMENT_ISSUER,
      allowHttp: true,
    },
    mount,
  }
}
