import { fromBase64, toBase64 } from './byte-text.ts'
import { HASH_BYTES } from './hashing.ts'
import type { ProofPath } from './merkle-tree.ts'

/** The proof that a leaf is in a log, as a file, by https://c2sp.org/tlog-proof. */
export interface TlogProof {
  readonly index: number
  readonly path: ProofPath
  /** A signed note. */
  readonly checkpoint: string
}

const HEADER = 'c2sp.org/tlog-proof@v1'
/** A path is as long as the tree is high, and sizes are exact up to 2^53. */
const PATH_MAX = 53

/** @throws {Error} when {@link parseTlogProof} would refuse it */
export const formatTlogProof = ({ index, path, checkpoint }: TlogProof): string => {
  const text = [HEADER, `index ${index}`, ...path.map(toBase64), '', checkpoint].join('\n')
  parseTlogProof(text)
  return text
}

/**
 * Parses a proof, without `extra` data, which ours never have. Does not verify it.
 * @throws {Error} when the text is not such a proof
 */
export const parseTlogProof = (text: string): TlogProof => {
  const end = text.indexOf('\n\n')
  const [header, indexLine, ...hashes] = text.slice(0, Math.max(end, 0)).split('\n')
  if (header !== HEADER) throw new Error(`A proof begins with the line ${HEADER}`)
  const [, index] = /^index (0|[1-9]\d{0,15})$/.exec(indexLine ?? '') ?? []
  if (index === undefined || !Number.isSafeInteger(Number(index)))
    throw new Error('The proof does not say which leaf it is about')
  if (hashes.length > PATH_MAX) throw new Error('The inclusion proof is too long')
  const path = hashes.map((line) => {
    const hash = fromBase64(line)
    if (hash.length !== HASH_BYTES) throw new Error('A hash of the inclusion proof has not 32 bytes')
    return hash
  })
  return { index: Number(index), path, checkpoint: text.slice(end + 2) }
}
