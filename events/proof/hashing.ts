/** Bytes that WebCrypto takes: never backed by shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Synchronous SHA-256, for building trees. */
export type Sha256 = (data: Bytes) => Bytes
/** SHA-256 for verifying: a browser's is asynchronous. */
export type Sha256Maybe = (data: Bytes) => Bytes | Promise<Bytes>

/** Bytes of a SHA-256 hash. */
export const HASH_BYTES = 32

/** SHA-256 by WebCrypto, in every browser and in Node. */
export const webSha256 = async (data: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', data))

/** The parts concatenated. */
export const joined = (...parts: readonly Bytes[]): Bytes => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** The input of a leaf's hash: 0x00, then the data, so that no leaf passes for an inner node (RFC 6962, 2.1). */
export const leafInput = (data: Bytes): Bytes => joined(Uint8Array.of(0), data)
/** The input of an inner node's hash: 0x01, then both children's hashes (RFC 6962, 2.1). */
export const nodeInput = (left: Bytes, right: Bytes): Bytes => joined(Uint8Array.of(1), left, right)

export const sameBytes = (a: Bytes, b: Bytes): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])
