import { toUtf8 } from './byte-text.ts'
import { joined, type Bytes } from './hashing.ts'

/** Parts of a witness' signature by https://c2sp.org/tlog-cosignature, "Ed25519 signatures" (cosignature/v1). */
const TIME_BYTES = 8
const SIGNATURE_BYTES = 64

/** The bytes that a witness signs: the time (`seconds` since 1970) and the whole text of the checkpoint. */
export const cosignedMessage = (checkpoint: Bytes, seconds: bigint): Bytes =>
  joined(toUtf8(`cosignature/v1\ntime ${seconds}\n`), checkpoint)

/** A witness' signature as written in a note: the time, big-endian in 8 bytes, and the Ed25519 signature. */
export const cosignatureBytes = (seconds: bigint, signature: Bytes): Bytes => {
  const time = new Uint8Array(TIME_BYTES)
  new DataView(time.buffer).setBigUint64(0, seconds)
  return joined(time, signature)
}

/** The parts of {@link cosignatureBytes}; null when `bytes` are not a cosignature. `seconds` since 1970. */
export const readCosignature = (bytes: Bytes): { seconds: bigint; signature: Bytes } | null => {
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return null
  const seconds = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)
  return { seconds, signature: bytes.slice(TIME_BYTES) }
}

/** The end of the year 9999, which is as far as ISO 8601 goes without agreement. */
const SECONDS_MAX = 253_402_300_799n

/** When a witness says that it signed; null when that is no time: 0, or beyond the year 9999. */
export const cosignedAt = (seconds: bigint): Date | null =>
  seconds > 0n && seconds <= SECONDS_MAX ? new Date(Number(seconds) * 1_000) : null
