import { createHashList, type HashList } from './hash-list.ts'
import { leafInput, nodeInput, type Bytes, type Sha256 } from './hashing.ts'
import { consistencyPlan, inclusionPlan, spanOf, type Span, type Subtree } from './plan.ts'

/** A path of hashes that ties a leaf, or an older tree, to a tree's root. */
export type ProofPath = readonly Bytes[]

/**
 * An append-only Merkle log by RFC 6962. Every complete subtree's hash is stored, level by level, so a proof for
 * any size up to the current one takes stored hashes and at most log2(size) new ones. Sizes and indexes are exact
 * up to 2^53.
 */
export interface MerkleTree {
  readonly size: () => number
  /** Adds the data of the next leaf and returns its index. */
  readonly append: (data: Bytes) => number
  /** The root of the first `size` leaves; default: of all. @throws {RangeError} when there are fewer */
  readonly root: (size?: number) => Bytes
  /** The leaf's hash. @throws {RangeError} when there is no such leaf */
  readonly leafHash: (index: number) => Bytes
  /**
   * Proof that leaf `index` is in the tree of the first `size` leaves (RFC 6962, 2.1.1), nearest sibling first.
   * @throws {RangeError} when it is not, or there are fewer leaves
   */
  readonly inclusionProof: (index: number, size?: number) => ProofPath
  /**
   * Proof that the tree of `first` leaves is the beginning of that of `second` (RFC 6962, 2.1.2).
   * @throws {RangeError} for `first` = 0, which proves nothing, and sizes out of order
   */
  readonly consistencyProof: (first: number, second?: number) => ProofPath
}

/**
 * The hash over adjacent complete subtrees, largest first (RFC 6962, 2.1); without any, the hash of an empty tree.
 */
export const hashOfSpan = (subtrees: readonly Bytes[], sha256: Sha256): Bytes => {
  const [smallest, ...larger] = subtrees.toReversed()
  if (!smallest) return sha256(new Uint8Array())
  return larger.reduce((right, left) => sha256(nodeInput(left, right)), smallest)
}

export const createMerkleTree = (sha256: Sha256): MerkleTree => {
  const leaves = createHashList()
  const levels: HashList[] = [leaves]

  const add = (level: number, hash: Bytes): void => {
    const list = levels[level] ?? createHashList()
    levels[level] = list
    list.push(hash)
    const length = list.length()
    if (length % 2 === 0) add(level + 1, sha256(nodeInput(list.at(length - 2), list.at(length - 1))))
  }

  const subtree = ({ start, size }: Subtree): Bytes => {
    const list = levels[Math.log2(size)]
    if (!list) throw new RangeError(`There are no subtrees of ${size} leaves`)
    return list.at(start / size)
  }
  const hashOf = (span: Span): Bytes => hashOfSpan(span.map(subtree), sha256)

  return {
    size: leaves.length,
    append: (data) => {
      add(0, sha256(leafInput(data)))
      return leaves.length() - 1
    },
    root: (size = leaves.length()) => {
      if (!Number.isSafeInteger(size) || size < 0 || size > leaves.length())
        throw new RangeError(`There is no tree of size ${size} in a log of ${leaves.length()}`)
      return hashOf(spanOf(0, size))
    },
    leafHash: leaves.at,
    inclusionProof: (index, size = leaves.length()) =>
      inclusionPlan(index, size, leaves.length()).map(hashOf),
    consistencyProof: (first, second = leaves.length()) =>
      consistencyPlan(first, second, leaves.length()).map(hashOf),
  }
}
