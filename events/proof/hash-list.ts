import { HASH_BYTES, type Bytes } from './hashing.ts'

const CHUNK_HASHES = 32_768

/** A list of hashes in exactly 32 bytes each, in chunks so that growing copies nothing. */
export interface HashList {
  readonly length: () => number
  readonly push: (hash: Bytes) => void
  /** @throws {RangeError} beyond the end */
  readonly at: (index: number) => Bytes
}

export const createHashList = (): HashList => {
  const chunks: Bytes[] = []
  let length = 0
  return {
    length: () => length,
    push: (hash) => {
      if (hash.length !== HASH_BYTES) throw new RangeError(`A hash of ${hash.length} bytes`)
      const place = length % CHUNK_HASHES
      if (place === 0) chunks.push(new Uint8Array(CHUNK_HASHES * HASH_BYTES))
      chunks.at(-1)?.set(hash, place * HASH_BYTES)
      length += 1
    },
    at: (index) => {
      const chunk = index < length ? chunks[Math.floor(index / CHUNK_HASHES)] : undefined
      if (!chunk) throw new RangeError(`There is no hash ${index} among ${length}`)
      const place = (index % CHUNK_HASHES) * HASH_BYTES
      return chunk.slice(place, place + HASH_BYTES)
    },
  }
}
