import { fromBase64, fromHex, toBase64, toHex, toUtf8 } from './byte-text.ts'
import { cosignatureBytes, cosignedMessage, readCosignature } from './cosignature.ts'
import { joined, sameBytes, webSha256, type Bytes } from './hashing.ts'

/** `log`: Ed25519 over the text; `witness`: a timestamped cosignature/v1 over it. */
type NoteKeyKind = 'log' | 'witness'

/** Checks signatures of one key; see {@link readVerifierKey}. */
export interface NoteVerifier {
  readonly kind: NoteKeyKind
  readonly name: string
  /** First four bytes of a hash over name and key: a hint at the signer of a line, not a proof. */
  readonly keyId: Bytes
  /** The public key itself in base64: two texts with the same one are the same key, whatever they call it. */
  readonly publicKey: string
  readonly verify: (message: Bytes, signature: Bytes) => Promise<boolean>
}

/** Signs with one key; see {@link readSignerKey}. */
export interface NoteSigner {
  readonly name: string
  readonly keyId: Bytes
  /** The public key that goes with it. */
  readonly verifierKey: string
  readonly sign: (message: Bytes) => Promise<Bytes>
}

/** Types of keys by https://c2sp.org/signed-note and https://c2sp.org/tlog-cosignature; both are Ed25519. */
const KEY_TYPES = { log: 1, witness: 4 } as const
const KINDS: Readonly<Record<number, NoteKeyKind>> = { 1: 'log', 4: 'witness' }
/** Kinds of keys that others use, to name them in a refusal. */
const FOREIGN_KINDS: Readonly<Record<number, string>> = {
  2: 'ECDSA',
  5: 'RFC 6962 tree heads',
  6: 'ML-DSA-44 cosignatures',
}
const KEY_BYTES = 32
/** PKCS #8 of an Ed25519 key up to its 32 secret bytes (RFC 8410, 7). */
const PKCS8 = fromHex('302e020100300506032b657004220420')
const PRIVATE = 'PRIVATE+KEY+'

const isName = (name: string): boolean => name !== '' && !/[\s+]/u.test(name)

const keyIdOf = async (name: string, kind: NoteKeyKind, publicKey: Bytes): Promise<Bytes> => {
  const hash = await webSha256(joined(toUtf8(`${name}\n`), Uint8Array.of(KEY_TYPES[kind]), publicKey))
  return hash.slice(0, 4)
}

interface KeyParts {
  readonly name: string
  readonly id: Bytes
  readonly kind: NoteKeyKind
  /** 32 bytes. */
  readonly key: Bytes
}

/** The parts of `<name>+<hex id>+<base64 of the type's byte and the key>`. */
const readParts = (text: string): KeyParts => {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/u.exec(text)
  const [, name, id, base64] = match ?? []
  if (name === undefined || id === undefined || base64 === undefined)
    throw new Error('Not a key of the form <name>+<8 hexadecimal digits>+<base64>')
  const bytes = fromBase64(base64)
  const type = bytes[0] ?? 0
  const kind = KINDS[type]
  if (kind === undefined)
    throw new Error(
      `The key of ${name} is of kind ${type} (${FOREIGN_KINDS[type] ?? 'unknown'}), which is not known here; ` +
        'known are 1 (Ed25519, of a log) and 4 (Ed25519 cosignatures, of a witness)',
    )
  if (bytes.length !== KEY_BYTES + 1) throw new Error(`The key of ${name} is not an Ed25519 key`)
  return { name, id: fromHex(id), kind, key: bytes.slice(1) }
}

const assertKeyId = async ({ name, id, kind }: KeyParts, publicKey: Bytes): Promise<void> => {
  if (!sameBytes(id, await keyIdOf(name, kind, publicKey)))
    throw new Error(`The key id of ${name} is not that of its key`)
}

/**
 * Reads a public key in the form of C2SP signed notes.
 * @throws {Error} when the text is not such a key, or the id in it is not the key's
 */
export const readVerifierKey = async (text: string): Promise<NoteVerifier> => {
  const parts = readParts(text)
  const { name, id, kind, key } = parts
  await assertKeyId(parts, key)
  const publicKey = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
  const verify = (message: Bytes, signature: Bytes) =>
    crypto.subtle.verify('Ed25519', publicKey, signature, message)
  return {
    kind,
    name,
    keyId: id,
    publicKey: toBase64(key),
    verify:
      kind === 'log'
        ? verify
        : async (message, signature) => {
            const read = readCosignature(signature)
            return read !== null && verify(cosignedMessage(message, read.seconds), read.signature)
          },
  }
}

const publicKeyOf = async (seed: Bytes): Promise<{ privateKey: CryptoKey; publicKey: Bytes }> => {
  const pkcs8 = joined(PKCS8, seed)
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
  const { x } = await crypto.subtle.exportKey('jwk', privateKey)
  if (x === undefined) throw new Error('The private key has no public one')
  return { privateKey, publicKey: fromBase64(`${x.replaceAll('-', '+').replaceAll('_', '/')}=`) }
}

const readPrivate = async (text: string, kind: NoteKeyKind) => {
  if (!text.startsWith(PRIVATE)) throw new Error(`A private key begins with ${PRIVATE}`)
  const parts = readParts(text.slice(PRIVATE.length))
  if (parts.kind !== kind) throw new Error(`The key of ${parts.name} is not that of a ${kind}`)
  const { privateKey, publicKey } = await publicKeyOf(parts.key)
  await assertKeyId(parts, publicKey)
  const sign = async (message: Bytes) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, message))
  const verifierKey = writtenKey(parts.name, toHex(parts.id), kind, publicKey)
  return { name: parts.name, keyId: parts.id, sign, verifierKey }
}

/**
 * Reads a log's private key as Go's `note` package writes it: `PRIVATE+KEY+<name>+<id>+<base64>`.
 * @throws {Error} when the text is not such a key, or the id in it is not the key's
 */
export const readSignerKey = (text: string): Promise<NoteSigner> => readPrivate(text, 'log')

/**
 * Reads a witness' private key. Its signatures are cosignatures/v1 with the time of the signing.
 * @throws {Error} when the text is not such a key, or the id in it is not the key's
 */
export const readCosignerKey = async (text: string, now: () => Date): Promise<NoteSigner> => {
  const { sign, ...key } = await readPrivate(text, 'witness')
  return {
    ...key,
    sign: async (message) => {
      const seconds = BigInt(Math.floor(now().getTime() / 1_000))
      return cosignatureBytes(seconds, await sign(cosignedMessage(message, seconds)))
    },
  }
}

const writtenKey = (name: string, id: string, kind: NoteKeyKind, key: Bytes): string =>
  `${name}+${id}+${toBase64(joined(Uint8Array.of(KEY_TYPES[kind]), key))}`

/** A new pair of keys for `name`, such as `ledger.example.org/log`: no whitespace, no plus. */
export const makeNoteKeys = async (
  name: string,
  kind: NoteKeyKind = 'log',
): Promise<{ signerKey: string; verifierKey: string }> => {
  if (!isName(name)) throw new Error(`"${name}" cannot name a key: no blanks, no plus`)
  const seed = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const { publicKey } = await publicKeyOf(seed)
  const id = toHex(await keyIdOf(name, kind, publicKey))
  return {
    signerKey: `${PRIVATE}${writtenKey(name, id, kind, seed)}`,
    verifierKey: writtenKey(name, id, kind, publicKey),
  }
}

/** A public key's fingerprint for people to compare: SHA-256 over its bytes, 32 hexadecimal digits in fours. */
export const fingerprintOf = async (verifierKey: string): Promise<string> => {
  const { key } = readParts(verifierKey)
  return (
    toHex(await webSha256(key))
      .slice(0, 32)
      .match(/.{4}/g) ?? []
  ).join(' ')
}
