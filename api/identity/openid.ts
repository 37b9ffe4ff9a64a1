import type { BaseLogger } from 'pino'
import * as oidc from 'openid-client'
import type { Clock } from '../../events/ids.ts'
import { HttpError } from '../http/errors.ts'
import { provenAtOf } from './auth-time.ts'
import { createClientAuthentication } from './client-authentication.ts'
import type { Profile } from './members.ts'
import { isComplete, isEnough, profileOf, readClaims, type Claims } from './openid-claims.ts'
import {
  authorizationUrl,
  canAskForAnother,
  discover,
  endSessionUrl,
  type ProviderOptions,
} from './openid-provider.ts'
import type { PendingSignIn } from './pending-sign-ins.ts'
import { isOfVisitor, providerAnswer } from './provider-answer.ts'
import { noteClock } from './provider-clock.ts'
import { mayBeRotated, withSameAnswer } from './token-answers.ts'

export interface OpenIdOptions extends ProviderOptions {
  /** URL that the provider redirects the browser to after a sign-in. */
  readonly redirectUri: string
  /** URL after a sign-out at the provider; it must be registered there too. */
  readonly signedOutUri: string
  /** Members are keyed by this instead of the issuer's URL: the development provider's URL changes with its port. */
  readonly memberIssuer?: string | undefined
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'warn'>
}

/** Query parameters of the callback page. */
interface SignInAnswer {
  readonly code: string
  readonly state?: string | undefined
  readonly iss?: string | undefined
}

interface OpenId {
  /**
   * Creates a sign-in and the URL that starts it. No sign-in: the URL ends the provider's session, after which a sign-in
   * asks for an account.
   */
  readonly begin: (how: {
    /** The provider must authenticate the member again. */
    readonly fresh: boolean
    /** The provider must not go on with the account that it remembers. */
    readonly otherAccount: boolean
  }) => Promise<{ readonly url: string; readonly pending: PendingSignIn | null }>
  /**
   * Exchanges the answer for the profile, the proven time of authentication (see `provenAtOf`), and the ID token where
   * the provider's sign-out uses it.
   */
  readonly finish: (
    pending: PendingSignIn,
    answer: SignInAnswer,
  ) => Promise<{
    readonly profile: Profile
    readonly idToken: string | null
    readonly provenAt: number | null
    /** A proof was asked for, and the provider states no time. */
    readonly undated: boolean
  }>
  /** URL of the provider's sign-out; null when it has none or does not answer. */
  readonly signOutUrl: (idToken: string | null) => Promise<string | null>
}

/** Unknown keys make us fetch the provider's again at most this often, ms. */
const KEYS_FETCHED_MS = 10_000

/** OpenID Connect Core, section 2: a subject has at most 255 characters. */
const SUBJECT_MAX = 255

const unavailable = (error: unknown) =>
  new HttpError(
    503,
    'identity_provider_unavailable',
    'Sign-in is not available right now. Please try again.',
    { cause: providerAnswer(error), retryAfterSeconds: 2 },
  )

const failed = (error: unknown) =>
  new HttpError(400, 'sign_in_failed', 'This sign-in could not be completed. Please sign in again.', {
    cause: providerAnswer(error),
  })

/** Codes of errors in the visitor's answer (used twice, expired, of another sign-in), not of the provider or ours. */
const REFUSED_CODES = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  // Userinfo of another subject than the ID token's.
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
  let discoveredAt = 0
  /** It did not answer when it was asked again last. */
  let isAway = false
  const { authenticate, withEachMethod } = createClientAuthentication(options)

  /** Fetched at the first sign-in, since the development provider runs in this process; again after a failure. */
  const configuration = async (): Promise<oidc.Configuration> => {
    if (discovered === undefined) {
      discovered = discover(options, authenticate)
      discoveredAt = options.clock().getTime()
    }
    try {
      return await discovered
    } catch (error) {
      discovered = undefined
      throw unavailable(error)
    }
  }

  /** The provider with its keys of now, at most every ten seconds; null: they were fetched just before, or cannot be. */
  const withNewKeys = async (): Promise<oidc.Configuration | null> => {
    const now = options.clock().getTime()
    if (now - discoveredAt < KEYS_FETCHED_MS) return null
    discoveredAt = now
    const renewed = await discover(options, authenticate).catch(() => null)
    isAway = renewed === null
    if (renewed) discovered = Promise.resolve(renewed)
    return renewed
  }

  /** The provider if it answers now, or did so within ten seconds. */
  const reachable = async (): Promise<oidc.Configuration | null> => {
    if (options.clock().getTime() - discoveredAt >= KEYS_FETCHED_MS) return withNewKeys()
    return isAway ? null : configuration().catch(() => null)
  }

  /** Runs a code's exchange; if the signature is by no key that we know, once more with those of now. */
  const exchanged = async <T>(exchange: (config: oidc.Configuration) => Promise<T>) => {
    const config = await configuration()
    const once = async () => {
      try {
        return { config, tokens: await exchange(config) }
      } catch (error) {
        noteClock(options.log, error, options.clock())
        const renewed = mayBeRotated(error) ? await withNewKeys() : null
        if (!renewed) throw error
        return { config: renewed, tokens: await exchange(renewed) }
      }
    }
    return withEachMethod(config.serverMetadata(), () => withSameAnswer(once))
  }

  /** Claims of the ID token, and of userinfo when the token lacks some. */
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
      // Only a name is missing, which must not prevent a sign-in.
      if (isEnough(signed)) return [signed]
      throw error
    }
  }

  return {
    begin: async ({ fresh, otherAccount }) => {
      const config = await configuration()
      if (otherAccount && !canAskForAnother(config.serverMetadata())) {
        const url = endSessionUrl(config, options.signedOutUri, null)
        if (url !== null) return { url, pending: null }
      }
      const verifier = oidc.randomPKCECodeVerifier()
      const maxAgeSeconds = fresh ? 0 : null
      const pending = {
        state: oidc.randomState(),
        verifier,
        nonce: oidc.randomNonce(),
        maxAgeSeconds,
        startedAt: options.clock(),
      }
      try {
        const parameters = {
          redirect_uri: options.redirectUri,
          scope: 'openid profile email',
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state: pending.state,
          nonce: pending.nonce,
          // An earlier authentication does not count (Core 3.1.2.1); `auth_time` then states when the new one was.
          ...(maxAgeSeconds !== null && { max_age: String(maxAgeSeconds) }),
        }
        const url = await authorizationUrl(
          config,
          { withEachMethod, isOtherAccount: otherAccount, log: options.log },
          parameters,
        )
        return { url: url.href, pending }
      } catch (error) {
        throw unavailable(error)
      }
    },
    finish: async ({ verifier, nonce, maxAgeSeconds, startedAt }, { code, state, iss }) => {
      const { issuer, authorization_response_iss_parameter_supported: namesIssuer } = (
        await configuration()
      ).serverMetadata()
      // The URL is rebuilt from our own configuration; only the query's values come from the caller.
      const returned = new URL(options.redirectUri)
      returned.searchParams.set('code', code)
      // The whole answer has the issuer where that is announced (RFC 9207, 2.4). A client that sends the code alone still
      // proves the session through PKCE and the nonce.
      if (namesIssuer === true && state !== undefined && iss === undefined)
        throw failed(new Error('The address of the answer has no iss, although the provider announces one'))
      returned.searchParams.set('iss', iss ?? issuer)
      if (state !== undefined) returned.searchParams.set('state', state)
      try {
        const { config, tokens } = await exchanged((provider) =>
          oidc.authorizationCodeGrant(provider, returned, {
            pkceCodeVerifier: verifier,
            expectedNonce: nonce,
            expectedState: state ?? oidc.skipStateCheck,
            idTokenExpected: true,
          }),
        )
        noteClock(options.log, tokens.claims(), options.clock())
        const { sub: subject, auth_time: authTime, iat: issuedAt } = tokens.claims() ?? {}
        if (subject === undefined || subject.length > SUBJECT_MAX)
          throw failed(new Error('The ID token has no usable subject'))
        const claims = await claimsOf(config, tokens, subject)
        const isStored = config.serverMetadata().end_session_endpoint !== undefined
        return {
          profile: profileOf(options.memberIssuer ?? options.issuer, subject, claims),
          idToken: isStored ? (tokens.id_token ?? null) : null,
          provenAt: provenAtOf(maxAgeSeconds, { authTime, issuedAt, startedAt, now: options.clock() }),
          undated: maxAgeSeconds !== null && authTime === undefined,
        }
      } catch (error) {
        if (error instanceof HttpError) throw error
        const answer = translate(error)
        // A 503 is logged as a failure of ours; a 400 would leave no word of what the provider answered.
        if (answer.status < 500 && !isOfVisitor(error))
          options.log.warn(
            { err: answer.cause },
            'A sign-in failed because of what the identity provider answered',
          )
        throw answer
      }
    },
    signOutUrl: async (idToken) => {
      // The member is signed out here already: a provider that is away is no reason to fail, nor to lead the browser to
      // its own error page.
      const config = await reachable()
      return config && endSessionUrl(config, options.signedOutUri, idToken)
    },
  }
}
