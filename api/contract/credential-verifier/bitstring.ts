import { readAtMost } from './read-at-most.ts'

/** Bits in a list: the least that hides which credential somebody asks about (Bitstring Status List 6.1). */
export const STATUS_LIST_BITS = 131_072

/** A list unpacked, in bytes: eight million places. What a few packed bytes unpack to must not fill the memory. */
const STATUS_LIST_BYTES_MAX = 1024 * 1024
/** The same packed as badly as can be, in characters. */
export const STATUS_LIST_TEXT_MAX = 1_500_000

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/**
 * The bits of an `encodedList`.
 * @throws when it is no gzip, shorter than the standard allows, or larger than anybody needs
 */
export const decodeBitstring = async (encodedList: string): Promise<Uint8Array> => {
  const packed = new Blob([bytesOf(encodedList.slice(1))]).stream()
  const bits = await readAtMost(packed.pipeThrough(new DecompressionStream('gzip')), STATUS_LIST_BYTES_MAX)
  if (bits.length * 8 < STATUS_LIST_BITS) throw new RangeError('The status list is too short')
  return bits
}

/** Bit `index`; 0 is the leftmost one. @throws when the list ends before it */
export const bitAt = (bits: Uint8Array, index: number): boolean => {
  const byte = bits[Math.trunc(index / 8)]
  if (byte === undefined) throw new RangeError('The status list has no such index')
  return (byte & (0b1000_0000 >> (index % 8))) !== 0
}
