import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM; what is sealed for one `boundTo` opens for no other. */
export const seal = (key: Buffer, text: Buffer, boundTo: string): { nonce: Buffer; sealed: Buffer } => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo))
  return { nonce, sealed: Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]) }
}

/** @throws when the key, the text or what it is bound to is not what it was sealed with */
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
  /** Which key-encryption key wrapped it. */
  readonly wrappedBy: string
}

/** Wraps keys for rest in the database. */
export interface KeyWrapping {
  /** Name of the newest key-encryption key, which wraps. */
  readonly newestId: string
  readonly wrap: (key: Buffer, boundTo: string) => Buffer
  /** @throws when the key-encryption key that wrapped it is not configured, or the row is not its own */
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
    wrap: (key, boundTo) => {
      const { nonce, sealed } = seal(newest.key, key, boundTo)
      return Buffer.concat([nonce, sealed])
    },
    unwrap: ({ wrapped, wrappedBy }, boundTo) => {
      const wrappingKey = keyById.get(wrappedBy)
      if (!wrappingKey)
        throw new Error(`KEY_ENCRYPTION_KEY lacks the key ${wrappedBy} that wrapped a member's key`)
      return open(wrappingKey, wrapped.subarray(0, NONCE_BYTES), wrapped.subarray(NONCE_BYTES), boundTo)
    },
  }
}
