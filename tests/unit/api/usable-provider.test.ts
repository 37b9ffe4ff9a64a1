import { describe, expect, it } from 'vitest'
import { assertUsable } from '../../../api/identity/usable-provider.ts'

const metadata = {
  issuer: 'https://id.example',
  authorization_endpoint: 'https://id.example/auth',
  token_endpoint: 'https://id.example/token',
  jwks_uri: 'https://id.example/keys',
}

describe('a provider', () => {
  it.each([
    {},
    { token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic'] },
    { id_token_signing_alg_values_supported: ['HS256', 'RS256'] },
    { id_token_signing_alg_values_supported: ['EdDSA'], code_challenge_methods_supported: [] },
    {
      response_types_supported: ['code', 'code id_token'],
      code_challenge_methods_supported: ['plain', 'S256'],
    },
  ])('can be used that announces %j', (more) => {
    expect(() => assertUsable({ ...metadata, ...more })).not.toThrow()
  })

  it.each([
    [
      { id_token_signing_alg_values_supported: ['HS256'] },
      'it offers HS256, and we need ID tokens signed by a key',
    ],
    [{ id_token_signing_alg_values_supported: ['none'] }, 'it offers none, and'],
    [
      { token_endpoint_auth_methods_supported: ['private_key_jwt', 'tls_client_auth'] },
      'it offers private_key_jwt, tls_client_auth, and we need a client secret',
    ],
    [{ response_types_supported: ['id_token'] }, 'the response type code'],
    [{ code_challenge_methods_supported: ['plain'] }, 'the code challenge method S256'],
    [{ jwks_uri: undefined }, 'it names no jwks_uri'],
  ])('is refused by name that announces %j', (more, sentence) => {
    const { jwks_uri: keys, ...rest } = { ...metadata, ...more }
    const announced = { ...rest, ...(keys !== undefined && { jwks_uri: keys }) }
    expect(() => assertUsable(announced)).toThrow(sentence)
    expect(() => assertUsable(announced)).toThrow('OIDC_ISSUER: nobody can sign in with https://id.example')
  })

  it('is refused by name that does not offer the method that the operator named', () => {
    const offered = { ...metadata, token_endpoint_auth_methods_supported: ['client_secret_basic'] }
    expect(() => assertUsable(offered, 'client_secret_basic')).not.toThrow()
    expect(() => assertUsable(metadata, 'client_secret_post')).not.toThrow()
    expect(() => assertUsable(offered, 'client_secret_post')).toThrow(
      'OIDC_CLIENT_AUTH: https://id.example offers client_secret_basic, not client_secret_post',
    )
  })
})
