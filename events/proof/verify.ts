import { HASH_BYTES, leafInput, nodeInput, sameBytes, type Bytes, type Sha256Maybe } from './hashing.ts'
import type { ProofPath } from './merkle-tree.ts'

/** The result of a verification; `why` is a sentence for people. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly why: string }

const refused = (why: string): Verdict => ({ ok: false, why })
const isSize = (size: number): boolean => Number.isSafeInteger(size) && size >= 0
const areHashes = (...hashes: readonly Bytes[]): boolean => hashes.every((hash) => hash.length === HASH_BYTES)
const isOdd = (n: number): boolean => n % 2 === 1
const half = (n: number): number => Math.floor(n / 2)

/** Verifies that `data` is leaf `index` of the tree of `size` leaves with this root (RFC 9162, 2.1.3.2). */
export const verifyInclusion = async (
  claim: {
    readonly data: Bytes
    readonly index: number
    readonly size: number
    readonly root: Bytes
    readonly path: ProofPath
  },
  sha256: Sha256Maybe,
): Promise<Verdict> => {
  const { index, size, root, path } = claim
  if (!isSize(index) || !isSize(size) || index >= size)
    return refused(`There is no leaf ${index} in a tree of ${size}`)
  if (!areHashes(root, ...path)) return refused('A hash has not 32 bytes')
  let fn = index
  let sn = size - 1
  let hash = await sha256(leafInput(claim.data))
  for (const sibling of path) {
    if (sn === 0) return refused('The inclusion proof is too long')
    if (isOdd(fn) || fn === sn) {
      hash = await sha256(nodeInput(sibling, hash))
      while (!isOdd(fn) && fn !== 0) {
        fn = half(fn)
        sn = half(sn)
      }
    } else hash = await sha256(nodeInput(hash, sibling))
    fn = half(fn)
    sn = half(sn)
  }
  if (sn !== 0) return refused('The inclusion proof is too short')
  return sameBytes(hash, root) ? { ok: true } : refused('The leaf is not in the tree with this root')
}

/**
 * Verifies that the tree `first` is the beginning of the tree `second` (RFC 9162, 2.1.4.2). An empty first tree is
 * refused, since it would prove nothing; equal sizes need equal roots and an empty path.
 */
export const verifyConsistency = async (
  claim: {
    readonly first: { readonly size: number; readonly root: Bytes }
    readonly second: { readonly size: number; readonly root: Bytes }
    readonly path: ProofPath
  },
  sha256: Sha256Maybe,
): Promise<Verdict> => {
  const { first, second, path } = claim
  if (!isSize(first.size) || !isSize(second.size) || first.size > second.size)
    return refused(`A tree of ${second.size} does not continue one of ${first.size}`)
  if (first.size === 0) return refused('Everything continues an empty tree: that proves nothing')
  if (!areHashes(first.root, second.root, ...path)) return refused('A hash has not 32 bytes')
  if (first.size === second.size) {
    if (path.length > 0) return refused('The consistency proof is too long')
    return sameBytes(first.root, second.root) ? { ok: true } : refused('Two trees of one size differ')
  }
  if (path.length === 0) return refused('The consistency proof is too short')

  let fn = first.size - 1
  let sn = second.size - 1
  while (isOdd(fn)) {
    fn = half(fn)
    sn = half(sn)
  }
  // A complete first tree is a subtree of the second: the path then starts at its own root.
  const [start, ...rest] = fn === 0 ? [first.root, ...path] : path
  if (!start) return refused('The consistency proof is too short')
  let firstHash = start
  let secondHash = start
  for (const node of rest) {
    if (sn === 0) return refused('The consistency proof is too long')
    if (isOdd(fn) || fn === sn) {
      firstHash = await sha256(nodeInput(node, firstHash))
      secondHash = await sha256(nodeInput(node, secondHash))
      while (!isOdd(fn) && fn !== 0) {
        fn = half(fn)
        sn = half(sn)
      }
    } else secondHash = await sha256(nodeInput(secondHash, node))
    fn = half(fn)
    sn = half(sn)
  }
  if (sn !== 0) return refused('The consistency proof is too short')
  if (!sameBytes(firstHash, first.root)) return refused('The proof does not lead to the first root')
  return sameBytes(secondHash, second.root)
    ? { ok: true }
    : refused('The proof does not lead to the second root')
}
