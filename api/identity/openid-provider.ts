import type { BaseLogger } from 'pino'
import * as oidc from 'openid-client'
import { InvalidConfig } from '../config/invalid-config.ts'
import { isClientRefused, type WithEachMethod } from './client-authentication.ts'
import { otherIssuer, providerAnswer } from './provider-answer.ts'
import { CLOCK_TOLERANCE_SECONDS } from './provider-clock.ts'
import { fetchOnce } from './token-answers.ts'
import { assertUsable, type SecretMethod } from './usable-provider.ts'

/** A provider's metadata (OpenID Connect Discovery 1.0, section 3), which determines how we use it. */
type Metadata = Readonly<oidc.ServerMetadata>

/**
 * Two requests, discovery and a pushed one, end before the browser gives up on us after 10 s: it would tell a member that
 * they are offline.
 */
const TIMEOUT_SECONDS = 4

export interface ProviderOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** How the client is registered to send its secret; null: not named, see `createClientAuthentication`. */
  readonly clientAuth: SecretMethod | null
  /** Allow a provider over plain http: development only. */
  readonly allowHttp: boolean
}

/**
 * Fetches a provider's metadata. Signatures of ID tokens are always verified: over https the standard allows skipping
 * that (Core 3.1.3.7), but then an intermediary could forge a member's identity.
 * @throws {InvalidConfig} no sign-in can succeed with this provider
 */
export const discover = async (
  { issuer, clientId, clientSecret, clientAuth, allowHttp }: ProviderOptions,
  authenticate: oidc.ClientAuth,
): Promise<oidc.Configuration> => {
  const config = await oidc
    .discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      authenticate,
      {
        timeout: TIMEOUT_SECONDS,
        execute: [oidc.enableNonRepudiationChecks, ...(allowHttp ? [oidc.allowInsecureRequests] : [])],
        [oidc.customFetch]: fetchOnce,
      },
    )
    .catch((error: unknown) => {
      const other = otherIssuer(error)
      if (other === null) throw error
      // Every ID token would be refused, today and tomorrow.
      throw new InvalidConfig(
        `OIDC_ISSUER: the provider at ${issuer} says that its issuer is ${other}. Set OIDC_ISSUER to exactly that, if it is the right provider.`,
      )
    })
  assertUsable(config.serverMetadata(), clientAuth)
  return config
}

/**
 * Looks at the provider when the server starts. One that does not answer is no reason not to: it is asked again at the
 * first sign-in.
 * @throws {InvalidConfig} no sign-in can succeed with it
 */
export const checkProvider = async (
  options: ProviderOptions,
  log: Pick<BaseLogger, 'warn'>,
): Promise<void> => {
  try {
    // Nothing is asked of the client yet.
    await discover(options, oidc.None())
  } catch (error) {
    if (error instanceof InvalidConfig) throw error
    log.warn(
      { err: providerAnswer(error) },
      'The identity provider gives no discovery document; nobody can sign in until it does',
    )
  }
}

/** Providers that support `prompt=select_account` unannounced; others reject a sign-in with an unknown prompt. */
const CHOOSERS = new Set(['accounts.google.com', 'login.microsoftonline.com'])

const promptsOf = (metadata: Metadata): readonly unknown[] | null => {
  const announced: unknown = metadata['prompt_values_supported']
  return Array.isArray(announced) ? announced : null
}

const hasChooser = (metadata: Metadata): boolean =>
  promptsOf(metadata)?.includes('select_account') ?? CHOOSERS.has(new URL(metadata.issuer).hostname)

/** Whether a sign-in can ask for another account; otherwise the provider's session has to end first. */
export const canAskForAnother = (metadata: Metadata): boolean =>
  hasChooser(metadata) ||
  // Every provider must support it (Core 3.1.2.1), so it is the last resort also where it is not announced.
  promptsOf(metadata)?.includes('login') === true ||
  metadata.end_session_endpoint === undefined

/** Requests the account chooser, even when the provider remembers an account, if it supports that. */
const promptFor = (metadata: Metadata, isOtherAccount: boolean): { readonly prompt?: string } => {
  if (hasChooser(metadata)) return { prompt: 'select_account' }
  return isOtherAccount ? { prompt: 'login' } : {}
}

interface PushOptions {
  readonly withEachMethod: WithEachMethod
  readonly isOtherAccount: boolean
  readonly log: Pick<BaseLogger, 'warn'>
}

/**
 * The URL that starts a sign-in; its parameters are pushed to the provider first where it announces that (RFC 9126), so
 * that they are not in the browser's history. A provider that refuses the request and does not require it gets them in
 * the URL. One that refuses our client would let the member type a password in vain.
 */
export const authorizationUrl = async (
  config: oidc.Configuration,
  { withEachMethod, isOtherAccount, log }: PushOptions,
  parameters: Readonly<Record<string, string>>,
): Promise<URL> => {
  const metadata = config.serverMetadata()
  const whole = { ...promptFor(metadata, isOtherAccount), ...parameters }
  if (metadata.pushed_authorization_request_endpoint === undefined)
    return oidc.buildAuthorizationUrl(config, whole)
  try {
    return await withEachMethod(metadata, () => oidc.buildAuthorizationUrlWithPAR(config, whole))
  } catch (error) {
    const isRefused = error instanceof oidc.ResponseBodyError && !isClientRefused(error)
    if (!isRefused || metadata.require_pushed_authorization_requests === true) throw error
    log.warn(
      { err: providerAnswer(error) },
      'The identity provider takes no pushed request; its parameters are in the address instead',
    )
    return oidc.buildAuthorizationUrl(config, whole)
  }
}

/**
 * The URL that ends the provider's own session (RP-Initiated Logout 1.0); null when the provider has none.
 * @param idToken of the sign-in, so that the provider need not ask for confirmation; null when no longer known
 */
export const endSessionUrl = (
  config: oidc.Configuration,
  returnTo: string,
  idToken: string | null,
): string | null => {
  if (config.serverMetadata().end_session_endpoint === undefined) return null
  return oidc.buildEndSessionUrl(config, {
    post_logout_redirect_uri: returnTo,
    ...(idToken !== null && { id_token_hint: idToken }),
  }).href
}
