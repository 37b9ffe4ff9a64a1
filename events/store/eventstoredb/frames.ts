const PREFIX_BYTES = 5
/** Larger than any event that the server stores; a length beyond it means that we lost our place. */
const MESSAGE_BYTES_MAX = 64 * 1024 * 1024

/** A message of gRPC as it travels: whether it is compressed (never), its length, itself. */
export const framed = (message: Uint8Array): Buffer => {
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + message.byteLength)
  frame[0] = 0
  frame.writeUInt32BE(message.byteLength, 1)
  frame.set(message, PREFIX_BYTES)
  return frame
}

/** Cuts what arrives into messages; keeps the beginning of one that isn't there whole. */
export const createDeframer = (): ((chunk: Buffer) => Buffer[]) => {
  let parts: Buffer[] = []
  let held = 0
  let wanted = PREFIX_BYTES
  return (chunk) => {
    parts.push(chunk)
    held += chunk.length
    if (held < wanted) return []
    const all = parts.length === 1 ? chunk : Buffer.concat(parts, held)
    const messages: Buffer[] = []
    let at = 0
    wanted = PREFIX_BYTES
    while (all.length - at >= PREFIX_BYTES) {
      if (all[at] !== 0) throw new Error('The server compresses its answers, which it was not told to')
      const length = all.readUInt32BE(at + 1)
      if (length > MESSAGE_BYTES_MAX) throw new Error(`A message of ${length} bytes came`)
      if (all.length - at < PREFIX_BYTES + length) {
        wanted = PREFIX_BYTES + length
        break
      }
      messages.push(all.subarray(at + PREFIX_BYTES, at + PREFIX_BYTES + length))
      at += PREFIX_BYTES + length
    }
    const rest = all.subarray(at)
    parts = rest.length > 0 ? [rest] : []
    held = rest.length
    return messages
  }
}
