import { AsyncLocalStorage } from 'node:async_hooks'
import type { BaseLogger } from 'pino'
import * as oidc from 'openid-client'
import { SECRET_METHODS, type SecretMethod } from './usable-provider.ts'

const AUTHENTICATIONS: Readonly<Record<SecretMethod, (secret: string) => oidc.ClientAuth>> = {
  client_secret_basic: (secret) => oidc.ClientSecretBasic(secret),
  client_secret_post: (secret) => oidc.ClientSecretPost(secret),
  client_secret_jwt: (secret) => oidc.ClientSecretJwt(secret),
}

interface Options {
  readonly clientSecret: string
  /** The only method to use, as the client was registered; null: those that the provider announces, in turn. */
  readonly clientAuth: SecretMethod | null
  readonly log: Pick<BaseLogger, 'warn'>
}

interface ClientAuthentication {
  readonly authenticate: oidc.ClientAuth
  /**
   * Runs a request of our client. If the provider refuses the client, it is made once more with each other method that
   * the provider announces; the one that is accepted is the first from then on.
   */
  readonly withEachMethod: WithEachMethod
}

export type WithEachMethod = <T>(
  metadata: Readonly<oidc.ServerMetadata>,
  request: () => Promise<T>,
) => Promise<T>

/** Whether a provider refused our client itself, not what it asked for (RFC 6749, 5.2; Keycloak: another `error`). */
export const isClientRefused = (error: unknown): boolean =>
  (error instanceof oidc.ResponseBodyError && (error.error === 'invalid_client' || error.status === 401)) ||
  (error instanceof oidc.WWWAuthenticateChallengeError && error.status === 401)

/**
 * How our client proves who it is. The discovery document says what the provider can do; what it accepts from this client
 * was set when the client was registered, and only a request shows it. A code is not used up by a refused client.
 */
export const createClientAuthentication = ({
  clientSecret,
  clientAuth,
  log,
}: Options): ClientAuthentication => {
  const made = new Map<SecretMethod, oidc.ClientAuth>()
  const trying = new AsyncLocalStorage<SecretMethod>()
  let accepted: SecretMethod | null = null

  const methodsFor = (metadata: Readonly<oidc.ServerMetadata>): readonly SecretMethod[] => {
    if (clientAuth !== null) return [clientAuth]
    // A provider that announces no method supports `client_secret_basic` (Discovery 1.0, section 3).
    const announced = metadata.token_endpoint_auth_methods_supported ?? []
    if (announced.length === 0) return ['client_secret_basic']
    const usable = SECRET_METHODS.filter((one) => announced.includes(one) && one !== accepted)
    return accepted === null ? usable : [accepted, ...usable]
  }

  return {
    authenticate: (server, client, body, headers) => {
      const method = trying.getStore() ?? methodsFor(server)[0] ?? 'client_secret_basic'
      const authenticate = made.get(method) ?? AUTHENTICATIONS[method](clientSecret)
      made.set(method, authenticate)
      return authenticate(server, client, body, headers)
    },
    withEachMethod: async (metadata, request) => {
      let refusal: unknown
      for (const method of methodsFor(metadata)) {
        try {
          const answer = await trying.run(method, request)
          if (refusal !== undefined)
            log.warn(
              { method },
              `The identity provider accepts this client by ${method} only; set OIDC_CLIENT_AUTH=${method}, so that no start begins with a refusal`,
            )
          accepted = method
          return answer
        } catch (error) {
          if (!isClientRefused(error)) throw error
          refusal ??= error
        }
      }
      throw refusal
    },
  }
}
