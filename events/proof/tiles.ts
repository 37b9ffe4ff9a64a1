import { HASH_BYTES, nodeInput, type Bytes, type Sha256 } from './hashing.ts'
import { hashOfSpan, type ProofPath } from './merkle-tree.ts'
import { consistencyPlan, type Subtree } from './plan.ts'

/** Hashes in a full tile, by https://c2sp.org/tlog-tiles. */
export const TILE_HASHES = 256

/** A tile: `width` hashes of subtrees of 256^level leaves, from number 256 * `index` on. */
export interface TileName {
  readonly level: number
  readonly index: number
  /** 1 to 256. */
  readonly width: number
}

/** `<index>` in groups of three digits, all but the last with an x; then `.p/<width>` for a partial tile. */
export const numberedPath = (index: number, width: number): string => {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  const named = groups.map((group, at) => (at === groups.length - 1 ? group : `x${group}`)).join('/')
  return width === TILE_HASHES ? named : `${named}.p/${width}`
}

/** The tile's address below `<prefix>/tile/`. */
export const tilePath = ({ level, index, width }: TileName): string =>
  `${level}/${numberedPath(index, width)}`

/** The tiles of the tree of `size` leaves: full ones, and the partial one at the end of each level. */
export function* tilesOf(size: number): Generator<TileName> {
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / TILE_HASHES))
    for (let index = 0; index * TILE_HASHES < hashes; index += 1)
      yield { level, index, width: Math.min(TILE_HASHES, hashes - index * TILE_HASHES) }
}

/** The hash over the hashes of a full tile, or of another power of two. */
export const foldedHashes = (hashes: readonly Bytes[], sha256: Sha256): Bytes => {
  let row = hashes
  while (row.length > 1)
    row = row.flatMap((left, at) => {
      const right = row[at + 1]
      return at % 2 === 0 && right ? [sha256(nodeInput(left, right))] : []
    })
  const [root] = row
  if (!root) throw new Error('A tile without hashes')
  return root
}

/**
 * The consistency proof from the tree of `first` leaves to that of `second`, computed from the log's tiles: for logs that
 * serve no proofs. It proves nothing before it is verified.
 * @throws what `fetchTile` throws, and {Error} when a tile has another size than its name says
 */
export const consistencyFromTiles = async (
  first: number,
  second: number,
  fetchTile: (name: TileName) => Promise<Bytes>,
  sha256: Sha256,
): Promise<ProofPath> => {
  const fetched = new Map<string, Promise<Bytes>>()
  const tile = (name: TileName): Promise<Bytes> => {
    const path = tilePath(name)
    const known = fetched.get(path) ?? fetchTile(name)
    fetched.set(path, known)
    return known
  }
  const hashOf = async ({ start, size }: Subtree): Promise<Bytes> => {
    const level = Math.floor(Math.log2(size) / 8)
    const leaves = TILE_HASHES ** level
    const at = start / leaves
    const index = Math.floor(at / TILE_HASHES)
    const width = Math.min(TILE_HASHES, Math.floor(second / leaves) - index * TILE_HASHES)
    const bytes = await tile({ level, index, width })
    if (bytes.length !== width * HASH_BYTES) throw new Error('A tile has another size than its name says')
    const from = at - index * TILE_HASHES
    const hashes = Array.from({ length: size / leaves }, (_, i) =>
      bytes.slice((from + i) * HASH_BYTES, (from + i + 1) * HASH_BYTES),
    )
    return foldedHashes(hashes, sha256)
  }
  const path: Bytes[] = []
  for (const span of consistencyPlan(first, second, second)) {
    const subtrees: Bytes[] = []
    for (const subtree of span) subtrees.push(await hashOf(subtree))
    path.push(hashOfSpan(subtrees, sha256))
  }
  return path
}
