import { leafInput, nodeInput, type Bytes, type Sha256 } from './hashing.ts'

/** Computes the root of a growing Merkle log with log2(size) hashes in memory: enough to check a checkpoint. */
export interface Frontier {
  readonly size: () => number
  /** Adds the data of the next leaf. */
  readonly append: (data: Bytes) => void
  /** The Merkle tree hash of all leaves so far (RFC 6962, 2.1). */
  readonly root: () => Bytes
}

export const createFrontier = (sha256: Sha256): Frontier => {
  let size = 0
  /** Roots of the complete subtrees, largest first: one for each bit that is set in `size`. */
  const peaks: Bytes[] = []
  return {
    size: () => size,
    append: (data) => {
      let node = sha256(leafInput(data))
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) {
        const left = peaks.pop()
        if (!left) throw new Error('A peak is missing')
        node = sha256(nodeInput(left, node))
      }
      peaks.push(node)
      size += 1
    },
    root: () => {
      const smallestFirst = peaks.toReversed()
      const [smallest, ...larger] = smallestFirst
      if (!smallest) return sha256(new Uint8Array())
      return larger.reduce((right, left) => sha256(nodeInput(left, right)), smallest)
    },
  }
}
