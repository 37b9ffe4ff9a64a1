import * as oidc from 'openid-client'

/** What we do with a provider follows from what it says about itself (OpenID Connect Discovery 1.0, section 3). */
type Metadata = Readonly<oidc.ServerMetadata>

const TIMEOUT_SECONDS = 10

/** With a client secret there are these ways; the first that the provider takes is used. */
const AUTHENTICATIONS: readonly (readonly [string, (secret: string) => oidc.ClientAuth])[] = [
  ['client_secret_post', (secret) => oidc.ClientSecretPost(secret)],
  ['client_secret_basic', (secret) => oidc.ClientSecretBasic(secret)],
  ['client_secret_jwt', (secret) => oidc.ClientSecretJwt(secret)],
]

/** A provider that does not say takes `client_secret_basic` (Discovery 1.0, section 3). */
const authenticationFor = (secret: string): oidc.ClientAuth => {
  const made = new Map<string, oidc.ClientAuth>()
  return (server, client, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const [name, make] = AUTHENTICATIONS.find(([one]) => supported.includes(one)) ?? []
    if (name === undefined || make === undefined)
      throw new Error(
        `The identity provider takes ${supported.join(', ')}; a client secret needs one of ${AUTHENTICATIONS.map(([one]) => one).join(', ')}`,
      )
    const authenticate = made.get(name) ?? make(secret)
    made.set(name, authenticate)
    return authenticate(server, client, body, headers)
  }
}

export interface ProviderOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Allow a provider over plain http: development only. */
  readonly allowHttp: boolean
}

/**
 * Asks a provider about itself. Signatures of ID tokens are checked always: over https the standard lets them
 * pass unchecked (Core 3.1.3.7), which leaves a member's name to whoever stands in between.
 */
export const discover = ({
  issuer,
  clientId,
  clientSecret,
  allowHttp,
}: ProviderOptions): Promise<oidc.Configuration> =>
  oidc.discovery(
    new URL(issuer),
    clientId,
    { client_secret: clientSecret },
    authenticationFor(clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      execute: [oidc.enableNonRepudiationChecks, ...(allowHttp ? [oidc.allowInsecureRequests] : [])],
    },
  )

/** These know `prompt=select_account` without saying so; others refuse the whole sign-in over a prompt unknown to them. */
const CHOOSERS = new Set(['accounts.google.com', 'login.microsoftonline.com'])

/** Asks who signs in, also where somebody is remembered, if the provider can be asked that. */
const promptFor = (metadata: Metadata): { readonly prompt?: string } => {
  const announced: unknown = metadata['prompt_values_supported']
  const isKnown = Array.isArray(announced)
    ? announced.includes('select_account')
    : CHOOSERS.has(new URL(metadata.issuer).hostname)
  return isKnown ? { prompt: 'select_account' } : {}
}

/** The address that starts a sign-in; its parameters are pushed ahead where the provider asks for it (RFC 9126). */
export const authorizationUrl = (
  config: oidc.Configuration,
  parameters: Readonly<Record<string, string>>,
): Promise<URL> => {
  const metadata = config.serverMetadata()
  const whole = { ...promptFor(metadata), ...parameters }
  return metadata.require_pushed_authorization_requests === true
    ? oidc.buildAuthorizationUrlWithPAR(config, whole)
    : Promise.resolve(oidc.buildAuthorizationUrl(config, whole))
}

/**
 * Where the browser goes to end the provider's own session (RP-Initiated Logout 1.0); null where none is offered.
 * @param idToken of the sign-in, by which the provider need not ask; null when it is not known any more
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
