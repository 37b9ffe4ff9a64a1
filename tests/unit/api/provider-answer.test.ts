import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { SignJWT } from 'jose'
import * as oidc from 'openid-client'
import { afterEach, describe, expect, it } from 'vitest'
import { InvalidConfig } from '../../../api/config/invalid-config.ts'
import { checkProvider } from '../../../api/identity/openid-provider.ts'
import { isOfVisitor, providerAnswer } from '../../../api/identity/provider-answer.ts'
import { freePort } from '../../support/free-port.ts'

const ISSUER = 'https://id.example'
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const KEYS = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256', use: 'sig' }] }

const now = () => Math.floor(Date.now() / 1_000)
const idToken = (claims: Readonly<Record<string, unknown>>): Promise<string> =>
  new SignJWT({
    iss: ISSUER,
    aud: 'us',
    sub: 'ada',
    nonce: 'n',
    email: 'ada@youtility.example',
    iat: now(),
    exp: now() + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid: 'k' })
    .sign(privateKey)

/** What a provider's answer to the exchange of a code is reported as. */
const reported = async (
  token: Response | (() => Promise<string>),
  { returned = '?code=c&state=s', algorithms = ['ES256'] } = {},
): Promise<{ readonly message: string; readonly error: unknown }> => {
  const config = new oidc.Configuration(
    {
      issuer: ISSUER,
      token_endpoint: `${ISSUER}/token`,
      jwks_uri: `${ISSUER}/keys`,
      id_token_signing_alg_values_supported: algorithms,
    },
    'us',
    undefined,
    oidc.ClientSecretBasic('secret'),
  )
  oidc.enableNonRepudiationChecks(config)
  config[oidc.customFetch] = async (url) => {
    if (url.endsWith('/keys')) return Response.json(KEYS)
    if (token instanceof Response) return token
    return Response.json({ access_token: 'x', token_type: 'Bearer', id_token: await token() })
  }
  const exchange = oidc.authorizationCodeGrant(config, new URL(`https://us.example/${returned}`), {
    expectedNonce: 'n',
    expectedState: 's',
    idTokenExpected: true,
  })
  const error: unknown = await exchange.then(
    () => new Error('it was accepted'),
    (thrown: unknown) => thrown,
  )
  return { message: providerAnswer(error).message, error }
}

const refusal = (status: number, body: unknown, headers?: Record<string, string>) =>
  Response.json(body, { status, ...(headers && { headers }) })

describe('what a provider answered is reported with', () => {
  it.each([
    [
      'OAuth’s error',
      refusal(401, { error: 'unauthorized_client', error_description: 'Invalid client or credentials' }),
      'HTTP 401, unauthorized_client: Invalid client or credentials',
    ],
    [
      'the challenge',
      refusal(401, { error: 'invalid_client' }, { 'WWW-Authenticate': 'Basic error="invalid_client"' }),
      /HTTP 401, Basic.* invalid_client/i,
    ],
    ['the status', new Response('Bad Gateway', { status: 502 }), 'HTTP 502 from'],
    [
      'one line of it',
      refusal(400, { error: 'invalid_grant', error_description: 'a\nb' }),
      'invalid_grant: a b',
    ],
    [
      'no more than a line of it',
      refusal(400, { error: 'invalid_grant', error_description: 'a'.repeat(10_000) }),
      /invalid_grant: a{300}…$/,
    ],
    ['the audience', () => idToken({ aud: [] }), 'aud is [], expected us'],
    [
      'the issuers',
      () => idToken({ iss: 'https://other.example' }),
      'iss is https://other.example, expected https://id.example',
    ],
    ['the time', () => idToken({ exp: 1_000 }), 'exp is 1000, expected'],
    ['no nonce', () => idToken({ nonce: 'secret' }), /of nonce$/],
  ])('%s', async (_what, token, sentence) => {
    const { message } = await reported(token)
    if (typeof sentence === 'string') expect(message).toContain(sentence)
    else expect(message).toMatch(sentence)
    expect(message).not.toMatch(/ada|secret/)
  })

  it('the algorithm', async () => {
    const { message } = await reported(() => idToken({}), { algorithms: ['RS256'] })
    expect(message).toContain('alg is ES256, kid is k, expected ["RS256"]')
  })

  it('nothing where only the visitor’s address is wrong', async () => {
    for (const returned of ['?code=c&state=other', '?code=c', '?error=access_denied&state=s'])
      expect(isOfVisitor((await reported(() => idToken({}), { returned })).error)).toBe(true)
    expect(isOfVisitor((await reported(() => idToken({ aud: 'x' }))).error)).toBe(false)
  })
})

describe('at the start', () => {
  const servers: { close: () => void }[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  const started = async (answer: (origin: string) => Response) => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const server = createServer((_request, response) => {
      const { status, headers, body } = partsOf(answer(origin))
      void body.then((text) => response.writeHead(status, headers).end(text))
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const issuer = `${origin}/realms/members`
    const lines: unknown[] = []
    const log = { warn: (...line: unknown[]) => void lines.push(...line) }
    const provider = { issuer, clientId: 'us', clientSecret: 's', clientAuth: null, allowHttp: true }
    const error: unknown = await checkProvider(provider, log).catch((thrown: unknown) => thrown)
    return { issuer, error, lines }
  }
  const partsOf = (answer: Response) => ({
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: answer.text(),
  })

  it('another issuer stops it, and both are named', async () => {
    const { issuer, error } = await started((origin) =>
      Response.json({ issuer: `${origin}/realms/others`, authorization_endpoint: `${origin}/auth` }),
    )
    expect(error).toBeInstanceOf(InvalidConfig)
    expect(String(error)).toContain(
      `the provider at ${issuer} says that its issuer is ${issuer.replace('members', 'others')}`,
    )
  })

  it('a provider without a document is logged with its status', async () => {
    const { error, lines, issuer } = await started(() => new Response('no realm', { status: 404 }))
    expect(error).toBeUndefined()
    expect(String(Reflect.get(Object(lines[0]), 'err'))).toContain(`HTTP 404 from ${issuer}/.well-known`)
  })
})
