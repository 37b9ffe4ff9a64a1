import { utf8Of, westernOf } from '../../../../api/contract/given-text.ts'

/** Decodes a named character set, such as ISO-8859-1; without a known name UTF-8 if valid, else windows-1252. */
export const decodeAs = (bytes: Uint8Array, charset: string | null): string => {
  const unnamed = () => utf8Of(bytes) ?? westernOf(bytes)
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
