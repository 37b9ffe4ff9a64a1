import type { Bytes } from './hashing.ts'

/** Bytes as text and back, in browsers and in Node alike. */
export const toHex = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** @throws {Error} for anything but pairs of lower-case hexadecimal digits */
export const fromHex = (text: string): Bytes => {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new Error('Not hexadecimal')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Standard base64 with padding (RFC 4648, 4). */
export const toBase64 = (bytes: Bytes): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** @throws {Error} for any text that {@link toBase64} does not write: other alphabets, spaces, stray bits */
export const fromBase64 = (text: string): Bytes => {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) throw new Error('Not base64')
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  if (toBase64(bytes) !== text) throw new Error('Not base64 in its one form')
  return bytes
}

const encoder = new TextEncoder()
export const toUtf8 = (text: string): Bytes => encoder.encode(text)
