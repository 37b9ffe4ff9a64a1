import type { Pool } from 'pg'
import { joined } from '../../events/proof/hashing.ts'
import { TILE_HASHES, type TileName } from '../../events/proof/tiles.ts'
import { hashesOf, treeHead } from '../../projections/merkle/queries.ts'
import { HttpError } from '../http/errors.ts'

const LEVEL_MAX = 6
/** `<level>/<index in groups of three digits, all but the last with an x>[.p/<width>]` */
const PATH = /^([0-5])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

const noTile = () => new HttpError(404, 'tile_not_found', 'There is no such tile, or not yet.')

/** Parses the path of a tile; null when it is invalid. */
const parseTilePath = (path: string): TileName | null => {
  const [, level, groups, partial] = PATH.exec(path) ?? []
  if (level === undefined || groups === undefined || Number(level) >= LEVEL_MAX) return null
  const width = partial === undefined ? TILE_HASHES : Number(partial)
  const index = Number(groups.replaceAll(/[x/]/g, ''))
  // Each tile has only one name: no leading group of zeros.
  if (width > TILE_HASHES || (partial !== undefined && width === TILE_HASHES) || groups.startsWith('x000/'))
    return null
  return { level: Number(level), index, width }
}

/**
 * A tile of the tree: `width` hashes of 32 bytes. Tiles of entries are not served: events are private to their members.
 * @throws {HttpError} 404 when there is no such tile
 */
export const readTile = async (pool: Pool, path: string): Promise<Buffer> => {
  const name = parseTilePath(path)
  if (!name) throw noTile()
  const { level, index, width } = name
  const complete = Math.floor((await treeHead(pool)).size / TILE_HASHES ** level)
  if (index * TILE_HASHES + width > complete) throw noTile()
  const hashes = await hashesOf(pool, level, index * TILE_HASHES, width)
  if (hashes.length !== width) throw noTile()
  return Buffer.from(joined(...hashes))
}
