const startsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte)

/** Bytes looked at to find out in which order a file writes its characters. */
const SAMPLE_BYTES = 2_000
/** In UTF-16 of any European language at least so many of the high bytes are zero, and of the low ones next to none. */
const ZEROS_MIN = 0.4
const ZEROS_MAX = 0.05

/** UTF-16 without a byte-order mark, as Mac Address Book 4 and Entourage write it. */
const unmarkedUtf16 = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2))
  if (odd >= ZEROS_MIN && even <= ZEROS_MAX) return 'utf-16le'
  return even >= ZEROS_MIN && odd <= ZEROS_MAX ? 'utf-16be' : null
}

/** UTF-16 of a file, by its byte-order mark or by its zeros; null when it is none. */
export const utf16Of = (bytes: Uint8Array): string | null => {
  const label = startsWith(bytes, 0xff, 0xfe)
    ? 'utf-16le'
    : startsWith(bytes, 0xfe, 0xff)
      ? 'utf-16be'
      : unmarkedUtf16(bytes)
  return label && new TextDecoder(label).decode(bytes)
}

/** UTF-8 where it is that, else what older programs on Windows write. */
const utf8OrWindows = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Text of a file: by its byte-order mark or its zeros, else UTF-8, else windows-1252. */
export const decode = (bytes: Uint8Array): string => utf16Of(bytes) ?? utf8OrWindows(bytes)

/** Text in a character set by its name, such as ISO-8859-1; by a name that nobody knows, and without one, by its bytes. */
export const decodeAs = (bytes: Uint8Array, charset: string | null): string => {
  if (charset === null || /^(utf-?8|us-ascii|ascii)$/i.test(charset)) return utf8OrWindows(bytes)
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return utf8OrWindows(bytes)
  }
}

const CHUNK = 8_192

/** One character for each byte, so that a file can be taken apart before it is known what its bytes mean. */
export const binaryOf = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return text
}
export const bytesOf = (binary: string): Uint8Array =>
  Uint8Array.from(binary, (character) => character.charCodeAt(0))
