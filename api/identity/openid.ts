import * as oidc from 'openid-client'
import { HttpError } from '../http/errors.ts'
import type { Profile } from './members.ts'
import { isComplete, isEnough, profileOf, readClaims, type Claims } from './openid-claims.ts'
import { authorizationUrl, discover, endSessionUrl, type ProviderOptions } from './openid-provider.ts'
import type { PendingSignIn } from './pending-sign-ins.ts'

export interface OpenIdOptions extends ProviderOptions {
  /** Where the provider sends the browser back to after a sign-in. */
  readonly redirectUri: string
  /** And after a sign-out there; it has to be registered with the provider too. */
  readonly signedOutUri: string
  /** Members are keyed by this instead of the issuer's URL: a stand-in's URL changes with its port. */
  readonly memberIssuer?: string | undefined
}

/** What came back to the callback page. */
interface SignInAnswer {
  readonly code: string
  readonly state?: string | undefined
  readonly iss?: string | undefined
}

interface OpenId {
  /** A new sign-in and the address that starts it. */
  readonly begin: (how: {
    /** The provider is to ask anew who it is. */
    readonly fresh: boolean
  }) => Promise<{ readonly url: string; readonly pending: PendingSignIn }>
  /** Exchanges the answer; who signed in, when the provider says it asked them (null: it does not say), and the ID token where it will be of use at the sign-out. */
  readonly finish: (
    pending: PendingSignIn,
    answer: SignInAnswer,
  ) => Promise<{
    readonly profile: Profile
    readonly idToken: string | null
    readonly authenticatedAt: Date | null
  }>
  /** Where the browser goes to sign out at the provider too; null where that is not offered or cannot be asked. */
  readonly signOutUrl: (idToken: string | null) => Promise<string | null>
}

/** Seconds since 1970, as the provider says it. */
const authTimeOf = (claim: unknown): Date | null =>
  typeof claim === 'number' && Number.isFinite(claim) ? new Date(claim * 1_000) : null

/** OpenID Connect Core, section 2: a subject has at most 255 characters. */
const SUBJECT_MAX = 255

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
  // Userinfo of somebody else than the ID token is of.
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
])

const translate = (error: unknown): HttpError => {
  if (error instanceof oidc.AuthorizationResponseError) return failed(error)
  if (error instanceof oidc.ResponseBodyError)
    return error.error === 'invalid_grant' ? failed(error) : unavailable(error)
  const refused =
    error instanceof oidc.ClientError && error.code !== undefined && REFUSED_CODES.has(error.code)
  return refused ? failed(error) : unavailable(error)
}

/** Sign-in with an OpenID Connect provider: authorization code flow with PKCE, state and nonce. */
export const createOpenId = (options: OpenIdOptions): OpenId => {
  let discovered: Promise<oidc.Configuration> | undefined

  /** Asked for at the first sign-in (the stand-in runs in this very process), again after a failure. */
  const configuration = async (): Promise<oidc.Configuration> => {
    discovered ??= discover(options)
    try {
      return await discovered
    } catch (error) {
      discovered = undefined
      throw unavailable(error)
    }
  }

  /** What is said about who signed in: by the ID token, and by userinfo when that leaves something open. */
  const claimsOf = async (
    config: oidc.Configuration,
    tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>,
    subject: string,
  ): Promise<readonly Claims[]> => {
    const signed = readClaims(tokens.claims())
    if (isComplete(signed) || config.serverMetadata().userinfo_endpoint === undefined) return [signed]
    try {
      return [signed, readClaims(await oidc.fetchUserInfo(config, tokens.access_token, subject))]
    } catch (error) {
      // Only a name is missing: nobody is kept out for that.
      if (isEnough(signed)) return [signed]
      throw error
    }
  }

  return {
    begin: async ({ fresh }) => {
      const config = await configuration()
      const verifier = oidc.randomPKCECodeVerifier()
      const pending = { state: oidc.randomState(), verifier, nonce: oidc.randomNonce() }
      try {
        const url = await authorizationUrl(config, {
          redirect_uri: options.redirectUri,
          scope: 'openid profile email',
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state: pending.state,
          nonce: pending.nonce,
          // Nobody who signed in earlier counts (Core 3.1.2.1); `auth_time` then says when it was.
          ...(fresh && { max_age: '0' }),
        })
        return { url: url.href, pending }
      } catch (error) {
        throw unavailable(error)
      }
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
        const subject = tokens.claims()?.sub
        if (subject === undefined || subject.length > SUBJECT_MAX) throw failed('no usable subject')
        const claims = await claimsOf(config, tokens, subject)
        const isStored = config.serverMetadata().end_session_endpoint !== undefined
        return {
          profile: profileOf(options.memberIssuer ?? options.issuer, subject, claims),
          idToken: isStored ? (tokens.id_token ?? null) : null,
          authenticatedAt: authTimeOf(tokens.claims()?.auth_time),
        }
      } catch (error) {
        throw error instanceof HttpError ? error : translate(error)
      }
    },
    signOutUrl: async (idToken) => {
      // Signing out here is done already and must not wait for a provider that does not answer.
      const config = await configuration().catch(() => null)
      return config && endSessionUrl(config, options.signedOutUri, idToken)
    },
  }
}
