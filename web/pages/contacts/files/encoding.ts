const startsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte)

/** Bytes sampled to detect the byte order. */
const SAMPLE_BYTES = 2_000
/** UTF-16 of a European language: at least this share of high bytes is zero, and at most ZEROS_MAX of low bytes. */
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

/** Decodes UTF-16, detected by its byte-order mark or its zero bytes; null when it is not UTF-16. */
export const utf16Of = (bytes: Uint8Array): string | null => {
  const label = startsWith(bytes, 0xff, 0xfe)
    ? 'utf-16le'
    : startsWith(bytes, 0xfe, 0xff)
      ? 'utf-16be'
      : unmarkedUtf16(bytes)
  return label && new TextDecoder(label).decode(bytes)
}

const utf8Of = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Decodes UTF-16 if detected, else UTF-8 if valid; null when the bytes are neither. */
export const unicodeOf = (bytes: Uint8Array): string | null => utf16Of(bytes) ?? utf8Of(bytes)

/** What is no Unicode and does not say what it is, as older Windows programs of Western Europe write it. */
const western = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes)

/** Decodes a file: Unicode, else windows-1252. */
export const decode = (bytes: Uint8Array): string => unicodeOf(bytes) ?? western(bytes)

/** Decodes a named character set, such as ISO-8859-1; without a known name UTF-8 if valid, else windows-1252. */
export const decodeAs = (bytes: Uint8Array, charset: string | null): string => {
  const unnamed = () => utf8Of(bytes) ?? western(bytes)
  if (charset === null || /^(utf-?8|us-ascii|ascii)$/i.test(charset)) return unnamed()
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return unnamed()
  }
}

const CHUNK = 8_192

/** One character for each byte, so that a file can be split before its encoding is known. */
export const binaryOf = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return text
}
export const bytesOf = (binary: string): Uint8Array =>
  Uint8Array.from(binary, (character) => character.charCodeAt(0))
