import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  Assertion,
  Attestation,
  CreationOptions,
  RequestOptions,
} from '../../api/contract/passkey-options.ts'

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

/** CBOR (RFC 8949) of what an attestation contains: small integers, bytes, text and maps. */
const cbor = (value: number | string | Uint8Array | ReadonlyMap<number | string, unknown>): Buffer => {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 0xff])
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, entry]) => {
    if (typeof entry === 'number' || typeof entry === 'string') return [cbor(key), cbor(entry)]
    return [cbor(key), entry instanceof Uint8Array || entry instanceof Map ? cbor(entry) : cbor('')]
  })
  return Buffer.concat([head(5, value.size), ...entries])
}

const USER_PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40

/** What an attacker's browser or authenticator does differently. */
interface Otherwise {
  /** Origin of the page that asks. */
  readonly at?: string
  readonly flags?: number
  readonly type?: string
  /** Signatures so far, this one included. */
  readonly count?: number
}

/** An authenticator with one ES256 key in a browser at `origin`; it signs whatever it is asked to. */
export const softwareAuthenticator = (origin: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const name = id.toString('base64url')
  let signatures = 0
  const clientData = (type: string, challenge: string, at: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const authenticatorData = (
    rpId: string,
    flags: number,
    count: number,
    ...rest: readonly Buffer[]
  ): Buffer => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, ...rest])
  }
  return {
    /** Credential id. */
    id: name,
    /** Answers `navigator.credentials.create`. */
    create: (
      { challenge, rp }: Pick<CreationOptions, 'challenge' | 'rp'>,
      {
        at = origin,
        flags = USER_PRESENT_AND_VERIFIED,
        count = (signatures += 1),
      }: Omit<Otherwise, 'type'> = {},
    ): Attestation => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(cose)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(rp.id, flags | HAS_CREDENTIAL, count, credential)],
      ])
      return {
        id: name,
        rawId: name,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, at).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers `navigator.credentials.get`. */
    get: (
      { challenge, rpId }: Pick<RequestOptions, 'challenge' | 'rpId'>,
      {
        at = origin,
        flags = USER_PRESENT_AND_VERIFIED,
        type = 'webauthn.get',
        count = (signatures += 1),
      }: Otherwise = {},
    ): Assertion => {
      const data = clientData(type, challenge, at)
      const authenticator = authenticatorData(rpId, flags, count)
      const signature = sign('sha256', Buffer.concat([authenticator, sha256(data)]), privateKey)
      return {
        id: name,
        rawId: name,
        type: 'public-key',
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authenticator.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
