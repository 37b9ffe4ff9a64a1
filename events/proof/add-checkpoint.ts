import { fromBase64, toBase64 } from './byte-text.ts'
import { HASH_BYTES } from './hashing.ts'
import type { ProofPath } from './merkle-tree.ts'

/** What a log sends a witness to have a checkpoint signed, by https://c2sp.org/tlog-witness. */
export interface AddCheckpoint {
  /** Size of the checkpoint that the witness signed last; 0: of none. */
  readonly old: number
  /** The consistency proof from that size; empty where `old` is 0. */
  readonly proof: ProofPath
  /** A signed note. */
  readonly note: string
}

/** Where it is sent, below the witness's prefix. */
export const ADD_CHECKPOINT = 'add-checkpoint'
/** Media type of the size in a 409. */
export const SIZE_TYPE = 'text/x.tlog.size'
const PROOF_MAX = 63

/** @throws {Error} when {@link parseAddCheckpoint} would refuse it */
export const formatAddCheckpoint = ({ old, proof, note }: AddCheckpoint): string => {
  const text = [`old ${old}`, ...proof.map(toBase64), '', note].join('\n')
  parseAddCheckpoint(text)
  return text
}

/** The size in a text, in its one form; null when it is none. */
export const readSize = (text: string): number | null =>
  /^(0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null

/** @throws {Error} when the text is not such a request; the note in it is not parsed */
export const parseAddCheckpoint = (text: string): AddCheckpoint => {
  const end = text.indexOf('\n\n')
  const [first = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\n')
  const old = first.startsWith('old ') ? readSize(first.slice('old '.length)) : null
  if (old === null) throw new Error('It begins with the line "old <size>"')
  if (lines.length > PROOF_MAX) throw new Error('The consistency proof is too long')
  const proof = lines.map(fromBase64)
  if (proof.some((hash) => hash.length !== HASH_BYTES))
    throw new Error('A hash of the consistency proof has not 32 bytes')
  return { old, proof, note: text.slice(end + 2) }
}
