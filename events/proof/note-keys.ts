import { fromBase64, fromHex, toBase64, toHex, toUtf8 } from './byte-text.ts'
import { joined, sameBytes, webSha256, type Bytes } from './hashing.ts'

/** Checks signatures of one key; see {@link readVerifierKey}. */
export interface NoteVerifier {
  readonly name: string
  /** First four bytes of a hash over name and key: a hint which line is whose, not a proof. */
  readonly keyId: Bytes
  readonly verify: (message: Bytes, signature: Bytes) => Promise<boolean>
}

/** Signs with one key; see {@link readSignerKey}. */
export interface NoteSigner {
  readonly name: string
  readonly keyId: Bytes
  readonly sign: (message: Bytes) => Promise<Bytes>
}

const ED25519 = 1
const KEY_BYTES = 32
/** PKCS #8 of an Ed25519 key up to its 32 secret bytes (RFC 8410, 7). */
const PKCS8 = fromHex('302e020100300506032b657004220420')
const PRIVATE = 'PRIVATE+KEY+'

const isName = (name: string): boolean => name !== '' && !/[\s+]/u.test(name)

const keyIdOf = async (name: string, publicKey: Bytes): Promise<Bytes> => {
  const hash = await webSha256(joined(toUtf8(`${name}\n`), Uint8Array.of(ED25519), publicKey))
  return hash.slice(0, 4)
}

/** Name, key id and 32 key bytes of `<name>+<hex id>+<base64 of 0x01 and the key>`. */
const readParts = (text: string): { name: string; id: Bytes; key: Bytes } => {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/u.exec(text)
  const [, name, id, base64] = match ?? []
  if (name === undefined || id === undefined || base64 === undefined)
    throw new Error('Not a key of the form <name>+<8 hexadecimal digits>+<base64>')
  const bytes = fromBase64(base64)
  if (bytes[0] !== ED25519 || bytes.length !== KEY_BYTES + 1)
    throw new Error(`The key of ${name} is not an Ed25519 key`)
  return { name, id: fromHex(id), key: bytes.slice(1) }
}

const assertKeyId = async (name: string, id: Bytes, publicKey: Bytes): Promise<void> => {
  if (!sameBytes(id, await keyIdOf(name, publicKey)))
    throw new Error(`The key id of ${name} is not that of its key`)
}

/**
 * Reads a public key in the form of C2SP signed notes.
 * @throws {Error} when it is none, or its id does not belong to it
 */
export const readVerifierKey = async (text: string): Promise<NoteVerifier> => {
  const { name, id, key } = readParts(text)
  await assertKeyId(name, id, key)
  const publicKey = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
  return {
    name,
    keyId: id,
    verify: (message, signature) => crypto.subtle.verify('Ed25519', publicKey, signature, message),
  }
}

const publicKeyOf = async (seed: Bytes): Promise<{ privateKey: CryptoKey; publicKey: Bytes }> => {
  const pkcs8 = joined(PKCS8, seed)
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
  const { x } = await crypto.subtle.exportKey('jwk', privateKey)
  if (x === undefined) throw new Error('The private key has no public one')
  return { privateKey, publicKey: fromBase64(`${x.replaceAll('-', '+').replaceAll('_', '/')}=`) }
}

/**
 * Reads a private key as Go's `note` package writes it: `PRIVATE+KEY+<name>+<id>+<base64>`.
 * @throws {Error} when it is none, or its id does not belong to it
 */
export const readSignerKey = async (text: string): Promise<NoteSigner> => {
  if (!text.startsWith(PRIVATE)) throw new Error(`A private key begins with ${PRIVATE}`)
  const { name, id, key } = readParts(text.slice(PRIVATE.length))
  const { privateKey, publicKey } = await publicKeyOf(key)
  await assertKeyId(name, id, publicKey)
  return {
    name,
    keyId: id,
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, message)),
  }
}

/** A new pair of keys for `name`, such as `ledger.example.org/log`: no blanks, no plus. */
export const makeNoteKeys = async (name: string): Promise<{ signerKey: string; verifierKey: string }> => {
  if (!isName(name)) throw new Error(`"${name}" cannot name a key: no blanks, no plus`)
  const seed = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const { publicKey } = await publicKeyOf(seed)
  const id = toHex(await keyIdOf(name, publicKey))
  const written = (key: Bytes) => `${name}+${id}+${toBase64(joined(Uint8Array.of(ED25519), key))}`
  return { signerKey: `${PRIVATE}${written(seed)}`, verifierKey: written(publicKey) }
}
