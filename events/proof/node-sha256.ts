import { hash } from 'node:crypto'
import type { Bytes } from './hashing.ts'

/** SHA-256 by Node's OpenSSL. Does not run in browsers. */
export const nodeSha256 = (data: Bytes): Bytes => {
  const digest = hash('sha256', data, 'buffer')
  return new Uint8Array(digest)
}
