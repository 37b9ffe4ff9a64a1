/**
 * Text files that a person gives us, in the app and to the commands, as other programs write them: with a byte order mark
 * or without one, in UTF-8, UTF-16 or an older character set, with any line ends. Evidence is another matter: there each
 * byte was signed, and `events/proof/text-lines.ts` reads it.
 */

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

/** Without byte order marks at the beginning: one is of the encoding, a second one of a file that was saved twice. */
const unmarked = (text: string): string => text.replace(/^\uFEFF+/, '')

/** Decodes UTF-16, detected by its byte-order mark or its zero bytes; null when it is not UTF-16. */
export const utf16Of = (bytes: Uint8Array): string | null => {
  const label = startsWith(bytes, 0xff, 0xfe)
    ? 'utf-16le'
    : startsWith(bytes, 0xfe, 0xff)
      ? 'utf-16be'
      : unmarkedUtf16(bytes)
  return label && unmarked(new TextDecoder(label).decode(bytes))
}

/** Decodes UTF-8; null when it is not valid. */
export const utf8Of = (bytes: Uint8Array): string | null => {
  try {
    return unmarked(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return null
  }
}

/** Decodes UTF-16 if detected, else UTF-8 if valid; null when the bytes are neither. */
export const unicodeOf = (bytes: Uint8Array): string | null => utf16Of(bytes) ?? utf8Of(bytes)

/** Decodes what is no Unicode and does not say what it is, as older Windows programs of Western Europe write it. */
export const westernOf = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes)

/** The text of a file that a person gives: Unicode, else windows-1252; without a byte order mark. */
export const givenText = (bytes: Uint8Array): string => unicodeOf(bytes) ?? westernOf(bytes)

/** The lines of a text, ended as on Windows, Unix or an old Mac. */
export const linesIn = (text: string): readonly string[] => text.split(/\r\n|\r|\n/)
