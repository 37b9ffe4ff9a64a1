import { createHashList, type HashList } from './hash-list.ts'
import { leafInput, nodeInput, type Bytes, type Sha256 } from './hashing.ts'

/** A path of hashes that ties a leaf, or an older tree, to a tree's root. */
export type ProofPath = readonly Bytes[]

/**
 * An append-only Merkle log by RFC 6962. Every complete subtree's hash is kept, level by level, so a proof for
 * any size up to the present one is made of stored hashes and at most log2(size) new ones. Sizes and indexes
 * are exact up to 2^53.
 */
export interface MerkleTree {
  readonly size: () => number
  /** Adds the data of the next leaf and answers its index. */
  readonly append: (data: Bytes) => number
  /** The root of the first `size` leaves; default: of all. @throws {RangeError} when there are fewer */
  readonly root: (size?: number) => Bytes
  /** The leaf's hash. @throws {RangeError} when there is no such leaf */
  readonly leafHash: (index: number) => Bytes
  /**
   * That leaf `index` is in the tree of the first `size` leaves (RFC 6962, 2.1.1), nearest sibling first.
   * @throws {RangeError} when it is not, or the tree is smaller
   */
  readonly inclusionProof: (index: number, size?: number) => ProofPath
  /**
   * That the tree of `first` leaves is the beginning of that of `second` (RFC 6962, 2.1.2).
   * @throws {RangeError} for `first` = 0, which proves nothing, and sizes out of order
   */
  readonly consistencyProof: (first: number, second?: number) => ProofPath
}

/** The largest power of two below `size`, which is at least 2. */
const splitOf = (size: number): number => {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
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

  /** The hash of leaves `start` up to but not `start + size`; `start` is a multiple of the subtree's width. */
  const hashOf = (start: number, size: number): Bytes => {
    if (size === 0) return sha256(new Uint8Array())
    const level = Math.log2(size)
    if (Number.isInteger(level)) {
      const list = levels[level]
      if (!list) throw new RangeError(`There are no subtrees of ${size} leaves`)
      return list.at(start / size)
    }
    const split = splitOf(size)
    return sha256(nodeInput(hashOf(start, split), hashOf(start + split, size - split)))
  }

  const pathOf = (index: number, start: number, size: number): Bytes[] => {
    if (size === 1) return []
    const split = splitOf(size)
    return index < split
      ? [...pathOf(index, start, split), hashOf(start + split, size - split)]
      : [...pathOf(index - split, start + split, size - split), hashOf(start, split)]
  }

  /** `known`: the verifier has this subtree's hash, as it is the whole older tree. */
  const subproof = (first: number, start: number, size: number, known: boolean): Bytes[] => {
    if (first === size) return known ? [] : [hashOf(start, size)]
    const split = splitOf(size)
    return first <= split
      ? [...subproof(first, start, split, known), hashOf(start + split, size - split)]
      : [...subproof(first - split, start + split, size - split, false), hashOf(start, split)]
  }

  const requireSize = (size: number): void => {
    if (!Number.isSafeInteger(size) || size < 0 || size > leaves.length())
      throw new RangeError(`There is no tree of size ${size} in a log of ${leaves.length()}`)
  }

  return {
    size: leaves.length,
    append: (data) => {
      add(0, sha256(leafInput(data)))
      return leaves.length() - 1
    },
    root: (size = leaves.length()) => {
      requireSize(size)
      return hashOf(0, size)
    },
    leafHash: leaves.at,
    inclusionProof: (index, size = leaves.length()) => {
      requireSize(size)
      if (!Number.isSafeInteger(index) || index < 0 || index >= size)
        throw new RangeError(`There is no leaf ${index} in a tree of size ${size}`)
      return pathOf(index, 0, size)
    },
    consistencyProof: (first, second = leaves.length()) => {
      requireSize(second)
      if (!Number.isSafeInteger(first) || first < 1 || first > second)
        throw new RangeError(`Size ${first} is not the size of an older tree than ${second}`)
      return subproof(first, 0, second, true)
    },
  }
}
