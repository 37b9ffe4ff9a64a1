import { hkdfSync } from 'node:crypto'

/** A key of its own for each purpose, 32 bytes by HKDF-SHA-256 (RFC 5869), from the one that the operator keeps (base64). */
export const derivedKey = (keyEncryptionKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(keyEncryptionKey, 'base64'), '', `youtility ${purpose}`, 32))
