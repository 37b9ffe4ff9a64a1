import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with AES-256-GCM; `boundTo` is the additional authenticated data, required again to decrypt. */
export const seal = (key: Buffer, text: Buffer, boundTo: string): { nonce: Buffer; sealed: Buffer } => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  return { nonce, sealed: Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]) }
}

/** @throws when the key, the ciphertext or `boundTo` is not the one used for sealing */
export const open = (key: Buffer, nonce: Buffer, sealed: Buffer, boundTo: string): Buffer => {
  const tagAt = sealed.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(sealed.subarray(tagAt))
  return Buffer.concat([decipher.update(sealed.subarray(0, tagAt)), decipher.final()])
}

interface WrappedKey {
  /** Nonce, ciphertext and tag. */
  readonly wrapped: Buffer
  /** Id of the key-encryption key. */
  readonly wrappedBy: string
}

/** A stored key that none of the configured key-encryption keys unwraps. */
export class KeyLost extends Error {
  override name = 'KeyLost'
  readonly code = 'key_lost'
  constructor(wrappedBy: string) {
    super(`KEY_ENCRYPTION_KEY lacks the key ${wrappedBy} that wrapped a stored key`)
  }
}

/** Wraps keys before they are stored in the database. */
export interface KeyWrapping {
  /** Id of the newest key-encryption key, which wraps. */
  readonly newestId: string
  /** Ids of all configured key-encryption keys. */
  readonly ids: readonly string[]
  readonly wrap: (key: Buffer, boundTo: string) => Buffer
  /** @throws {KeyLost} the key-encryption key is not configured; another error when `boundTo` does not match */
  readonly unwrap: (key: WrappedKey, boundTo: string) => Buffer
}

const wrappingKeyOf = (text: string) => {
  const key = Buffer.from(text, 'base64')
  const id = createHash('sha256')
    .update('youtility key-encryption key')
    .update(key)
    .digest('hex')
    .slice(0, 16)
  return { id, key }
}

/** @param keyEncryptionKeys 32 bytes each, base64, newest first: the newest wraps, all of them unwrap */
export const createKeyWrapping = (keyEncryptionKeys: readonly string[]): KeyWrapping => {
  const wrappingKeys = keyEncryptionKeys.map(wrappingKeyOf)
  const [newest] = wrappingKeys
  if (!newest) throw new RangeError('At least one key-encryption key is needed')
  const keyById = new Map(wrappingKeys.map(({ id, key }) => [id, key]))
  return {
    newestId: newest.id,
    ids: [...keyById.keys()],
    wrap: (key, boundTo) => {
      const { nonce, sealed } = seal(newest.key, key, boundTo)
      return Buffer.concat([nonce, sealed])
    },
    unwrap: ({ wrapped, wrappedBy }, boundTo) => {
      const wrappingKey = keyById.get(wrappedBy)
      if (!wrappingKey) throw new KeyLost(wrappedBy)
      return open(wrappingKey, wrapped.subarray(0, NONCE_BYTES), wrapped.subarray(NONCE_BYTES), boundTo)
    },
  }
}
