/** @throws {Error} when the body is larger than `bytesMax`; no more than that is kept */
export const boundedBytes = async (
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > bytesMax) throw new Error('It is larger than it may be')
    pieces.push(piece)
  }
  return Uint8Array.from(Buffer.concat(pieces))
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @throws {Error} when the body is larger than `bytesMax` or not UTF-8 */
export const boundedText = async (
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): Promise<string> => utf8.decode(await boundedBytes(body, bytesMax))
