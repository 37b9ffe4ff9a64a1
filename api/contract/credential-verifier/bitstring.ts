import { readAtMost } from './read-at-most.ts'

/** Bits in a list. The standard's minimum (Bitstring Status List 6.1): it hides which credential a reader checks. */
export const STATUS_LIST_BITS = 131_072

/** Maximum size of a decompressed list, in bytes (eight million entries), as a guard against decompression bombs. */
const STATUS_LIST_BYTES_MAX = 1024 * 1024
/** Maximum length of the encoded list, in characters, for a list that does not compress at all. */
export const STATUS_LIST_TEXT_MAX = 1_500_000

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/**
 * The bits of an `encodedList`.
 * @throws when it is not gzip, has fewer than STATUS_LIST_BITS bits or more than STATUS_LIST_BYTES_MAX bytes
 */
export const decodeBitstring = async (encodedList: string): Promise<Uint8Array> => {
  const packed = new Blob([bytesOf(encodedList.slice(1))]).stream()
  const bits = await readAtMost(packed.pipeThrough(new DecompressionStream('gzip')), STATUS_LIST_BYTES_MAX)
  if (bits.length * 8 < STATUS_LIST_BITS) throw new RangeError('The status list is too short')
  return bits
}

/** Bit `index`; 0 is the leftmost one. @throws when the list is too short */
export const bitAt = (bits: Uint8Array, index: number): boolean => {
  const byte = bits[Math.trunc(index / 8)]
  if (byte === undefined) throw new RangeError('The status list has no such index')
  return (byte & (0b1000_0000 >> (index % 8))) !== 0
}
