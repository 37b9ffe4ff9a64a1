/**
 * Reads a whole stream.
 * @throws {RangeError} as soon as it yields more than `bytesMax`
 */
export const readAtMost = async (
  stream: ReadableStream<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > bytesMax) {
      await reader.cancel()
      throw new RangeError(`There is more than ${bytesMax} bytes of it`)
    }
    chunks.push(value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
