import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { joined, type Bytes } from '../../events/proof/hashing.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import { foldedHashes, numberedPath, TILE_HASHES, tilePath, tilesOf } from '../../events/proof/tiles.ts'
import type { Context, Given } from './command.ts'
import { Unanswered, UsageError } from './failure.ts'
import { jsonLine } from './printable.ts'
import { findSeals, readSealed, type SealedTree } from './sealed-tree.ts'

/** An entry's length is written in two bytes. */
const ENTRY_BYTES_MAX = 65_535

/** Writes entry bundles: each entry after its length in two bytes, big-endian. */
const createBundles = (write: (name: string, bytes: Uint8Array) => void) => {
  let pieces: Buffer[] = []
  let entries = 0
  let index = 0
  const flush = (): void => {
    if (entries === 0) return
    write(`tile/entries/${numberedPath(index, entries)}`, Buffer.concat(pieces))
    pieces = []
    entries = 0
    index += 1
  }
  return {
    add: (text: string, what: string): void => {
      const entry = Buffer.from(text)
      if (entry.length > ENTRY_BYTES_MAX)
        throw new Unanswered(
          `${what} has ${entry.length} bytes; an entry bundle holds at most ${ENTRY_BYTES_MAX}`,
        )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(entry.length)
      pieces.push(length, entry)
      entries += 1
      if (entries === TILE_HASHES) flush()
    },
    end: flush,
  }
}

/** The hashes of each level: of leaves, then of each full tile of the level below. */
const levelsOf = ({ tree }: SealedTree): readonly (readonly Bytes[])[] => {
  const levels: Bytes[][] = [Array.from({ length: tree.size() }, (_, index) => tree.leafHash(index))]
  for (let below = levels[0] ?? []; below.length >= TILE_HASHES; below = levels.at(-1) ?? [])
    levels.push(
      Array.from({ length: Math.floor(below.length / TILE_HASHES) }, (_, index) =>
        foldedHashes(below.slice(index * TILE_HASHES, (index + 1) * TILE_HASHES), nodeSha256),
      ),
    )
  return levels
}

/**
 * Writes the log as a static one by https://c2sp.org/tlog-tiles, with entry bundles, which the server never gives: for
 * tools that check such logs. Below `--out`: `checkpoint`, `tile/<level>/…`, `tile/entries/…`.
 */
export const exportTiles = async (context: Context, given: Given): Promise<void> => {
  const dir = given.text('out')
  if (dir === null) throw new UsageError('Say where to write it: --out <folder>, which must not exist')
  const { newest, signer } = await findSeals(context, given)
  try {
    mkdirSync(dir)
  } catch (error) {
    throw new UsageError(`${dir} cannot be made, or exists already`, { cause: error })
  }
  let files = 0
  const write = (name: string, bytes: Uint8Array | string): void => {
    const file = path.join(dir, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes, { flag: 'wx' })
    files += 1
  }
  const bundles = createBundles(write)
  const sealed = await readSealed(context, { seal: newest, signer }, ({ position }, _index, text) =>
    bundles.add(text, `The event at position ${position}`),
  )
  bundles.end()
  const levels = levelsOf(sealed)
  for (const name of tilesOf(sealed.tree.size())) {
    const from = name.index * TILE_HASHES
    write(`tile/${tilePath(name)}`, joined(...(levels[name.level] ?? []).slice(from, from + name.width)))
  }
  write('checkpoint', sealed.note)
  const made = { events: sealed.checkpoint.size, files }
  await context.out(
    context.json
      ? jsonLine({ ok: true, folder: dir, ...made })
      : `${dir}: ${made.events} events in ${files} files.\n`,
  )
}
