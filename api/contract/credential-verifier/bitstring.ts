import * as z from 'zod/mini'

/** Bits in a list: the least that hides which credential somebody asks about (Bitstring Status List 6.1). */
export const STATUS_LIST_BITS = 131_072

/** The credential subject of a status list (Bitstring Status List 2.2). */
export const StatusListSubject = z.looseObject({
  type: z.literal('BitstringStatusList'),
  statusPurpose: z.literal('revocation'),
  /** Multibase base64url of the gzipped bits. */
  encodedList: z.string().check(z.regex(/^u[\w-]+$/)),
})

/** The `credentialStatus` of a credential (Bitstring Status List 2.1). */
export const StatusEntry = z.looseObject({
  type: z.literal('BitstringStatusListEntry'),
  statusPurpose: z.literal('revocation'),
  statusListIndex: z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/)),
  statusListCredential: z.string(),
})

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/**
 * The bits of an `encodedList`.
 * @throws when it is no gzip, or shorter than the standard allows
 */
export const decodeBitstring = async (encodedList: string): Promise<Uint8Array> => {
  const packed = new Blob([bytesOf(encodedList.slice(1))]).stream()
  const bits = new Uint8Array(
    await new Response(packed.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer(),
  )
  if (bits.length * 8 < STATUS_LIST_BITS) throw new RangeError('The status list is too short')
  return bits
}

/** Bit `index`; 0 is the leftmost one. @throws when the list ends before it */
export const bitAt = (bits: Uint8Array, index: number): boolean => {
  const byte = bits[Math.trunc(index / 8)]
  if (byte === undefined) throw new RangeError('The status list has no such index')
  return (byte & (0b1000_0000 >> (index % 8))) !== 0
}
