import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { createLocalJWKSet, jwtVerify } from 'jose'
import * as z from 'zod/mini'

/** A Declarative Web Push message, from which browsers show a notification. */
export const PushMessage = z.object({
  web_push: z.literal(8030),
  notification: z.object({
    title: z.string(),
    body: z.string(),
    tag: z.string(),
    navigate: z.url(),
    app_badge: z.string(),
  }),
})
export type PushMessage = z.infer<typeof PushMessage>['notification']

/** A received push, verified and decrypted as the browser would. */
export interface Received {
  readonly message: PushMessage
  readonly text: string
  readonly ttl: string
  readonly topic: string
}

export interface PushBrowser {
  /** What the browser gives the app: the endpoint, the public key and the authentication secret. */
  readonly subscription: { readonly endpoint: string; readonly keys: { p256dh: string; auth: string } }
  readonly received: Received[]
}

export interface PushService {
  readonly origin: string
  /** A browser that has subscribed with the application's key. */
  readonly subscribe: (applicationKey: string) => PushBrowser
  /** Sets the answer to later pushes, 201 by default. `gone`: the browser has unsubscribed. */
  readonly answers: (
    status: 201 | 302 | 400 | 401 | 403 | 413 | 429 | 500 | 'gone',
    headers?: Record<string, string>,
  ) => void
  /** Why pushes were refused. */
  readonly faults: string[]
  /** Number of pushes that arrived, accepted or not. */
  readonly came: () => number
  readonly stop: () => Promise<void>
}

const bytesOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const extract = (secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Decrypts one record of aes128gcm: RFC 8188 with the keys of RFC 8291, section 3.4. */
const opened = (body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string => {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (keyLength !== 65 || record.length > recordSize || record.length > 4_096)
    throw new Error('not one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const secret = extract(browser.computeSecret(sender), auth, info, 32)
  const key = extract(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = extract(secret, salt, 'Content-Encoding: nonce\0', 12)
  const open = createDecipheriv('aes-128-gcm', key, nonce)
  open.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([open.update(record.subarray(0, -16)), open.final()])
  const end = padded.lastIndexOf(2)
  if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no last record')
  return padded.subarray(0, end).toString('utf8')
}

/** RFC 8292: the sender has a token for this origin, signed with the key that the browser subscribed with. */
const verified = async (authorization: string, applicationKey: string, origin: string): Promise<void> => {
  const [, token, key] = /^vapid t=([^,]+), ?k=([\w-]+)$/i.exec(authorization) ?? []
  if (token === undefined || key !== applicationKey) throw new Error(`not our application: ${authorization}`)
  const point = Buffer.from(key, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const keys = createLocalJWKSet({ keys: [{ kty: 'EC', crv: 'P-256', x, y, alg: 'ES256' }] })
  const { payload } = await jwtVerify(token, keys, { audience: origin, algorithms: ['ES256'] })
  if ((payload.exp ?? Infinity) > Date.now() / 1_000 + 86_400) throw new Error('expires too late')
  if (!/^(mailto:|https:)/.test(payload.sub ?? '')) throw new Error('names no contact')
}

/** A local push service that verifies the sender of each push and decrypts the message. */
export const startPushService = async (): Promise<PushService> => {
  const browsers = new Map<
    string,
    { key: string; pair: ReturnType<typeof createECDH>; auth: Buffer; received: Received[] }
  >()
  const faults: string[] = []
  let answer: { status: number; headers: Record<string, string> } = { status: 201, headers: {} }
  let came = 0
  const take = async (request: IncomingMessage): Promise<void> => {
    const browser = browsers.get(request.url ?? '')
    if (!browser) throw new Error(`no such endpoint: ${request.url}`)
    const { headers } = request
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm')
    await verified(headers.authorization ?? '', browser.key, origin)
    const text = opened(await bytesOf(request), browser.pair, browser.auth)
    const { notification: message } = PushMessage.parse(JSON.parse(text))
    const { ttl = '', topic = '' } = headers
    if (answer.status === 201)
      browser.received.push({ message, text, ttl: String(ttl), topic: String(topic) })
  }
  const server = createServer((request, response) => {
    came += 1
    take(request)
      .then(() => response.writeHead(answer.status, answer.headers).end())
      .catch((error: unknown) => {
        faults.push(String(error))
        response.writeHead(400).end()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    origin,
    subscribe: (key) => {
      const pair = createECDH('prime256v1')
      const p256dh = pair.generateKeys('base64url')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(16).toString('base64url')}`
      const received: Received[] = []
      browsers.set(path, { key, pair, auth, received })
      const keys = { p256dh, auth: auth.toString('base64url') }
      return { subscription: { endpoint: `${origin}${path}`, keys }, received }
    },
    answers: (status, headers = {}) => {
      answer = { status: status === 'gone' ? 410 : status, headers }
    },
    faults,
    came: () => came,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
