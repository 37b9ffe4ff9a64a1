import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import { HttpError } from '../http/errors.ts'
import type { Profile } from './members.ts'
import type { PendingSignIn } from './pending-sign-ins.ts'

export interface OpenIdOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string
  /** Members are keyed by this instead of the issuer's URL: a stand-in's URL changes with its port. */
  readonly memberIssuer?: string | undefined
  /** Allow a provider over plain http: development only. */
  readonly allowHttp: boolean
}

/** What came back to the callback page. */
export interface SignInAnswer {
  readonly code: string
  readonly state?: string | undefined
  readonly iss?: string | undefined
}

export interface OpenId {
  /** A new sign-in and the address that starts it. */
  readonly begin: () => Promise<{ readonly url: string; readonly pending: PendingSignIn }>
  /** Exchanges the answer; who signed in. */
  readonly finish: (pending: PendingSignIn, answer: SignInAnswer) => Promise<Profile>
}

const TIMEOUT_SECONDS = 10
const NAME_MAX = 200

const unavailable = (cause: unknown) =>
  new HttpError(
    503,
    'identity_provider_unavailable',
    'Sign-in is not available right now. Please try again.',
    {
      cause,
      retryAfterSeconds: 2,
    },
  )

const failed = (cause: unknown) =>
  new HttpError(400, 'sign_in_failed', 'This sign-in could not be completed. Please sign in again.', {
    cause,
  })

/** The visitor's answer is at fault (used twice, expired, not for this sign-in), not the provider or we. */
const REFUSED_CODES = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

const translate = (error: unknown): HttpError => {
  if (error instanceof oidc.AuthorizationResponseError) return failed(error)
  if (error instanceof oidc.ResponseBodyError)
    return error.error === 'invalid_grant' ? failed(error) : unavailable(error)
  const refused =
    error instanceof oidc.ClientError && error.code !== undefined && REFUSED_CODES.has(error.code)
  return refused ? failed(error) : unavailable(error)
}

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
  name: z.optional(z.string()),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
  picture: z.optional(z.string()),
})
type Claims = z.infer<typeof Claims>

/** A name as it may be shown: one line, no control characters, not endless. */
const cleanName = (text: string | undefined): string =>
  (text ?? '')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX)

const httpsOnly = (url: string | undefined): string | null =>
  url !== undefined && url.length <= 2048 && URL.canParse(url) && new URL(url).protocol === 'https:'
    ? url
    : null

const profileOf = (issuer: string, claims: Claims): Profile => {
  const { email } = claims
  if (email === undefined || email.length > 320 || claims.email_verified !== true)
    throw new HttpError(
      403,
      'email_not_verified',
      'Your sign-in provider has not verified your e-mail address. Verify it there, then sign in again.',
    )
  const givenName = cleanName(claims.given_name)
  const familyName = cleanName(claims.family_name)
  const name = cleanName(claims.name) || `${givenName} ${familyName}`.trim() || cleanName(email.split('@')[0])
  return {
    issuer,
    subject: claims.sub,
    email,
    givenName,
    familyName,
    name,
    picture: httpsOnly(claims.picture),
  }
}

/** Sign-in with an OpenID Connect provider: authorization code flow with PKCE, state and nonce. */
export const createOpenId = (options: OpenIdOptions): OpenId => {
  let discovered: Promise<oidc.Configuration> | undefined

  /** Asked for at the first sign-in (the stand-in runs in this very process), again after a failure. */
  const configuration = async (): Promise<oidc.Configuration> => {
    discovered ??= oidc.discovery(
      new URL(options.issuer),
      options.clientId,
      options.clientSecret,
      undefined,
      {
        timeout: TIMEOUT_SECONDS,
        ...(options.allowHttp && { execute: [oidc.allowInsecureRequests] }),
      },
    )
    try {
      return await discovered
    } catch (error) {
      discovered = undefined
      throw unavailable(error)
    }
  }

  return {
    begin: async () => {
      const config = await configuration()
      const verifier = oidc.randomPKCECodeVerifier()
      const pending = { state: oidc.randomState(), verifier, nonce: oidc.randomNonce() }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: options.redirectUri,
        scope: 'openid profile email',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: pending.state,
        nonce: pending.nonce,
        prompt: 'select_account',
      })
      return { url: url.href, pending }
    },
    finish: async ({ verifier, nonce }, { code, state, iss }) => {
      const config = await configuration()
      // The address is rebuilt from our own configuration: the caller says only what the query said.
      const returned = new URL(options.redirectUri)
      returned.searchParams.set('code', code)
      // A client that sends the code alone still proves the session through PKCE and the nonce; with
      // one provider there is no mix-up that `iss` would have to tell apart (RFC 9207).
      returned.searchParams.set('iss', iss ?? config.serverMetadata().issuer)
      if (state !== undefined) returned.searchParams.set('state', state)
      try {
        const tokens = await oidc.authorizationCodeGrant(config, returned, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state ?? oidc.skipStateCheck,
          idTokenExpected: true,
        })
        const claims = Claims.parse(tokens.claims())
        return profileOf(options.memberIssuer ?? options.issuer, claims)
      } catch (error) {
        throw error instanceof HttpError ? error : translate(error)
      }
    },
  }
}
