import { hkdfSync } from 'node:crypto'

/** Derives a separate 32-byte key for each purpose by HKDF-SHA-256 (RFC 5869) from a key-encryption key (base64). */
export const derivedKey = (keyEncryptionKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(keyEncryptionKey, 'base64'), '', `youtility ${purpose}`, 32))
