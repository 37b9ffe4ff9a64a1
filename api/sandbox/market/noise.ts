import { hash } from 'node:crypto'

const WORDS = 12
const WORD_MAX = 0x1_0000_0000n
/** Millionths. */
const ONE = 1_000_000n

/**
 * A draw from approximately the normal distribution with standard deviation 1, in millionths: the sum of twelve uniform
 * numbers minus six (Irwin–Hall). The same text gives the same number on every machine, since only SHA-512 and integers
 * are used.
 */
export const normalDraw = (text: string): bigint => {
  const bytes = Buffer.from(hash('sha512', text, 'hex'), 'hex')
  let sum = 0n
  for (let word = 0; word < WORDS; word += 1) sum += BigInt(bytes.readUInt32BE(word * 4))
  return (sum * ONE) / WORD_MAX - (BigInt(WORDS) / 2n) * ONE
}

/** Part of yesterday's swing that is left today, in millionths. */
const KEEPS = 970_000n
/** √(1 − 0.97²), so that the swings keep the standard deviation 1, in millionths. */
const ADDS = 243_105n

/**
 * The swing of a day from that of the day before, both in millionths of a standard deviation: a first-order
 * autoregression, which returns to zero, so that prices stay around their trend.
 */
export const nextSwing = (before: bigint, draw: bigint): bigint => (before * KEEPS + draw * ADDS) / ONE
