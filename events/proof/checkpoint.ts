import { fromBase64, toBase64 } from './byte-text.ts'
import { HASH_BYTES, type Bytes } from './hashing.ts'

/** The state of the log at one moment: the text of a signed note, by https://c2sp.org/tlog-checkpoint. */
export interface Checkpoint {
  /** Name of the log, such as `ledger.example.org/log`. */
  readonly origin: string
  /** Events in the log. */
  readonly size: number
  readonly root: Bytes
  /** Further lines, which this version does not use. */
  readonly extensions: readonly string[]
}

const isLine = (line: string): boolean => line !== '' && !/[\n\r]/.test(line)

/** The checkpoint's text, to be signed. @throws {Error} when {@link parseCheckpoint} would refuse it */
export const formatCheckpoint = ({ origin, size, root, extensions }: Checkpoint): string => {
  if (![origin, ...extensions].every(isLine)) throw new Error('Each part of a checkpoint is one line')
  const text = [origin, size, toBase64(root), ...extensions].map((line) => `${line}\n`).join('')
  parseCheckpoint(text)
  return text
}

/**
 * Parses a checkpoint's text, which has one valid form only.
 * @throws {Error} when the text is not a checkpoint
 */
export const parseCheckpoint = (text: string): Checkpoint => {
  const lines = text.split('\n')
  const [origin, size, root, ...extensions] = lines.slice(0, -1)
  if (lines.at(-1) !== '' || origin === undefined || size === undefined || root === undefined)
    throw new Error('A checkpoint has three lines or more: origin, size and root')
  if (!/^(0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size)))
    throw new Error(`"${size}" is not the size of a log`)
  if (![origin, ...extensions].every(isLine)) throw new Error('A checkpoint has no empty lines')
  const hash = fromBase64(root)
  if (hash.length !== HASH_BYTES) throw new Error('The root of a checkpoint has 32 bytes')
  return { origin, size: Number(size), root: hash, extensions }
}
