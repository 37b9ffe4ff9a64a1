import type { Pool } from 'pg'
import { hashOfSpan, type ProofPath } from '../../events/proof/merkle-tree.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { consistencyPlan, inclusionPlan, spanOf, type Span, type Subtree } from '../../events/proof/plan.ts'
import { nodeInput, type Bytes } from '../../events/proof/hashing.ts'
import { bytes, int8, nullable, text } from '../columns.ts'
import { readRow, readRows } from '../query.ts'
import { shape } from '../table.ts'
import { READ_SCHEMA } from '../schema.ts'

/** Leaves per row; the index of a row's first leaf is a multiple of it. */
const BLOCK = 16
const HASH_BYTES = 32

/** The current state of the tree. */
interface TreeHead {
  /** Number of leaves. */
  readonly size: number
  /** Ledger position of the last one; 0n when there is none. */
  readonly position: bigint
  /** Why no leaves are added any more; null without a fault. */
  readonly fault: string | null
}

/** An event's place in the tree. */
export interface Leaf {
  readonly index: number
  readonly position: bigint
  readonly hash: Bytes
  /** Ledger position of the leaf before it, 0n before the first: the log read after it begins with this event. */
  readonly after: bigint
}

const Head = shape({ size: int8, position: int8, fault: nullable(text()) })

export const treeHead = async (pool: Pool): Promise<TreeHead> => {
  const row = await readRow(pool, Head, {
    name: 'read_merkle_head',
    text: `select size, position, fault from ${READ_SCHEMA}.merkle_tree`,
  })
  if (!row) throw new Error('The Merkle tree has no head')
  return { ...row, size: Number(row.size) }
}

const LeafRow = shape({ index: int8, position: int8, hash: bytes })

/** `count` leaves from `index` on. */
export const leavesFrom = async (pool: Pool, index: number, count: number): Promise<readonly Leaf[]> => {
  // Includes the leaf before them, for its position.
  const rows = await readRows(pool, LeafRow, {
    name: 'read_merkle_leaves_from',
    text: `
      select block.index + n - 1 as index, leaf.position,
        substring(block.hashes from ${HASH_BYTES} * (n::int - 1) + 1 for ${HASH_BYTES}) as hash
      from ${READ_SCHEMA}.merkle_leaves as block cross join lateral unnest(block.positions) with ordinality as leaf (position, n)
      where block.index > $1::bigint - 1 - ${BLOCK} and block.index < $1::bigint + $2::bigint
        and block.index + n - 1 between $1::bigint - 1 and $1::bigint + $2::bigint - 1
      order by index`,
    values: [index, count],
  })
  let after = 0n
  const leaves: Leaf[] = []
  for (const { index: at, ...row } of rows) {
    if (Number(at) >= index) leaves.push({ ...row, index: Number(at), after })
    after = row.position
  }
  return leaves
}

const Place = shape({ index: int8 })

/** The leaf of the first event with this id; null when the tree has none. */
export const leafOfEvent = async (pool: Pool, eventId: string): Promise<Leaf | null> => {
  const row = await readRow(pool, Place, {
    name: 'read_merkle_leaf_of_event',
    text: `
      with event as (
        select position from ${READ_SCHEMA}.activity where id = $1
        union all select position from ${READ_SCHEMA}.merkle_event where event_id = $1
        order by position limit 1
      )
      select block.index + array_position(block.positions, event.position) - 1 as index
      from event cross join lateral (
        select * from ${READ_SCHEMA}.merkle_leaves where first_position <= event.position order by first_position desc limit 1
      ) as block
      where event.position = any (block.positions)`,
    values: [eventId],
  })
  const [leaf] = row ? await leavesFrom(pool, Number(row.index), 1) : []
  return leaf ?? null
}

/** `count` hashes of subtrees of 256^level leaves, from the one with this index on; level 0: of leaves. */
export const hashesOf = async (
  pool: Pool,
  level: number,
  index: number,
  count: number,
): Promise<readonly Bytes[]> => {
  const [hashes] = await readRuns(pool, [{ level, first: index, count }])
  return hashes ?? []
}

interface Run {
  readonly level: number
  readonly first: number
  readonly count: number
}

const KEPT_EVERY_BITS = 8

const Hashes = shape({ n: int8, hashes: bytes })

/** Stored hashes, several runs of them in one query. */
const readRuns = async (pool: Pool, runs: readonly Run[]): Promise<readonly (readonly Bytes[])[]> => {
  if (runs.length === 0) return []
  const rows = await readRows(pool, Hashes, {
    name: 'read_merkle_hashes',
    text: `
      select run.n, coalesce(kept.hashes, '') as hashes
      from unnest($1::smallint[], $2::bigint[], $3::bigint[]) with ordinality as run (level, first, count, n)
      cross join lateral (
        select substring(string_agg(hashes, ''::bytea order by index)
          from ${HASH_BYTES} * (run.first % ${BLOCK})::int + 1 for ${HASH_BYTES} * run.count::int) as hashes
        from ${READ_SCHEMA}.merkle_leaves
        where run.level = 0 and index > run.first - ${BLOCK} and index < run.first + run.count
        having run.level = 0
        union all
        select string_agg(hash, ''::bytea order by index) from ${READ_SCHEMA}.merkle_subtree
        where level = run.level and index >= run.first and index < run.first + run.count
        having run.level > 0
      ) as kept`,
    values: [runs.map(({ level }) => level), runs.map(({ first }) => first), runs.map(({ count }) => count)],
  })
  const found = new Map(rows.map(({ n, hashes }) => [Number(n), hashes]))
  return runs.map((_, i) => {
    const hashes = found.get(i + 1) ?? new Uint8Array()
    return Array.from({ length: hashes.length / HASH_BYTES }, (_none, at) =>
      hashes.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES),
    )
  })
}

/** The stored hashes of a complete subtree: its own, or up to 128 below it. */
const runOf = ({ start, size }: Subtree): Run => {
  const level = Math.floor(Math.log2(size) / KEPT_EVERY_BITS)
  const width = 2 ** (level * KEPT_EVERY_BITS)
  return { level, first: start / width, count: size / width }
}

const folded = (hashes: readonly Bytes[]): Bytes => {
  let row = hashes
  while (row.length > 1) {
    const above: Bytes[] = []
    for (let i = 0; i + 1 < row.length; i += 2) {
      const [left, right] = [row[i], row[i + 1]]
      if (left && right) above.push(nodeSha256(nodeInput(left, right)))
    }
    row = above
  }
  const [root] = row
  if (!root) throw new Error('A hash of the Merkle tree is missing')
  return root
}

const hashesOfSpans = async (pool: Pool, spans: readonly Span[]): Promise<ProofPath> => {
  const runs = spans.flatMap((span) => span.map(runOf))
  const read = await readRuns(pool, runs)
  read.forEach((hashes, i) => {
    if (hashes.length !== runs[i]?.count) throw new Error('A hash of the Merkle tree is missing')
  })
  const subtrees = read.map(folded).values()
  return spans.map((span) => hashOfSpan([...subtrees.take(span.length)], nodeSha256))
}

/** The root of the first `size` leaves, which must exist. */
export const rootOf = async (pool: Pool, size: number): Promise<Bytes> => {
  const [root] = await hashesOfSpans(pool, [spanOf(0, size)])
  if (!root) throw new Error('A tree without a root')
  return root
}

/** Like `MerkleTree`'s, from the stored tree of `has` leaves. @throws {RangeError} for impossible sizes */
export const inclusionProof = async (
  pool: Pool,
  index: number,
  size: number,
  has: number,
): Promise<ProofPath> => hashesOfSpans(pool, inclusionPlan(index, size, has))
export const consistencyProof = async (
  pool: Pool,
  first: number,
  second: number,
  has: number,
): Promise<ProofPath> => hashesOfSpans(pool, consistencyPlan(first, second, has))
