/**
 * An identity provider for the trial of the deployment: it vouches for anybody. A code is the JSON of who signs in and
 * with which nonce, so that the trial needs no browser. Runs in the app's image, with TLS by the trial's own authority.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

const { ISSUER: issuer, CLIENT_ID: audience } = process.env
const { privateKey, publicKey } = await generateKeyPair('ES256')
const key = { ...(await exportJWK(publicKey)), kid: 'trial', alg: 'ES256', use: 'sig' }

const discovery = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
}

const tokens = async (body) => {
  const { sub, nonce } = JSON.parse(
    Buffer.from(new URLSearchParams(body).get('code') ?? '', 'base64url').toString(),
  )
  const claims = { nonce, email: `${sub}@example.com`, email_verified: true, name: sub }
  const now = Math.floor(Date.now() / 1000)
  const token = await new SignJWT({ ...claims, auth_time: now })
    .setProtectedHeader({ alg: 'ES256', kid: 'trial' })
    .setIssuer(issuer)
    .setSubject(sub)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + 600)
    .sign(privateKey)
  return { access_token: 'none', token_type: 'Bearer', id_token: token }
}

const answerTo = async (request) => {
  let body = ''
  for await (const chunk of request) body += chunk
  if (request.url === '/.well-known/openid-configuration') return discovery
  if (request.url === '/keys') return { keys: [key] }
  return request.url === '/token' ? tokens(body) : null
}

const answer = async (request, response) => {
  const found = await answerTo(request).catch((error) => ({ error: String(error) }))
  response.writeHead(found === null ? 404 : 200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(found))
}

const tls = { key: readFileSync('/trial/id.key'), cert: readFileSync('/trial/id.crt') }
createServer(tls, (request, response) => void answer(request, response)).listen(8443)
