import type { ServerMetadata } from 'openid-client'
import { InvalidConfig } from '../config/invalid-config.ts'

/**
 * How a client secret is sent. Every server takes the first (RFC 6749, 2.3.1), and it is what a client is registered for
 * unless the registration says otherwise (OpenID Connect Dynamic Client Registration 1.0, section 2).
 */
export const SECRET_METHODS = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'] as const
export type SecretMethod = (typeof SECRET_METHODS)[number]

/** Signatures that its public keys verify; `HS…` is made with the client secret, `none` proves nothing. */
const isByKey = (algorithm: string): boolean => /^(?:RS|PS|ES|Ed|ML)/.test(algorithm)

/** What a provider says it can do, and one of which we need; it may announce nothing. */
const NEEDS: readonly {
  readonly announced: (metadata: ServerMetadata) => readonly string[] | undefined
  readonly fits: (one: string) => boolean
  readonly needed: string
}[] = [
  {
    announced: (metadata) => metadata.token_endpoint_auth_methods_supported,
    fits: (method) => SECRET_METHODS.some((one) => one === method),
    needed: `a client secret, sent by ${SECRET_METHODS.join(', ')}`,
  },
  {
    announced: (metadata) => metadata.id_token_signing_alg_values_supported,
    fits: isByKey,
    needed: 'ID tokens signed by a key that it publishes, such as RS256 or ES256',
  },
  {
    announced: (metadata) => metadata.response_types_supported,
    fits: (type) => type === 'code',
    needed: 'the response type code',
  },
  {
    announced: (metadata) => metadata.code_challenge_methods_supported,
    fits: (method) => method === 'S256',
    needed: 'the code challenge method S256',
  },
]

const ADDRESSES = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

/**
 * Looks at what a provider announces, before anybody is sent there.
 * @param clientAuth the method that the operator named
 * @throws {InvalidConfig} no sign-in can succeed with it, naming what it has and what it would need
 */
export const assertUsable = (metadata: ServerMetadata, clientAuth: SecretMethod | null = null): void => {
  const methods = metadata.token_endpoint_auth_methods_supported
  if (clientAuth !== null && methods !== undefined && methods.length > 0 && !methods.includes(clientAuth))
    throw new InvalidConfig(
      `OIDC_CLIENT_AUTH: ${metadata.issuer} offers ${methods.join(', ')}, not ${clientAuth}. Name the one that this client is registered for.`,
    )
  const missing = ADDRESSES.filter((name) => metadata[name] === undefined)
  const faults = [
    ...missing.map((name) => `it names no ${name}`),
    ...NEEDS.flatMap(({ announced, fits, needed }) => {
      const offered = announced(metadata)
      if (offered === undefined || offered.length === 0 || offered.some(fits)) return []
      return [`it offers ${offered.join(', ')}, and we need ${needed}`]
    }),
  ]
  if (faults.length > 0)
    throw new InvalidConfig(`OIDC_ISSUER: nobody can sign in with ${metadata.issuer}: ${faults.join('; ')}.`)
}
