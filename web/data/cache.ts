import type { MemberDatabase } from './database.ts'
import {
  CACHE_VERSION,
  memberDatabase,
  type Stamp,
  type StoredDocument,
  type StoredList,
  type StoredRow,
} from './stored.ts'
import { using } from './using.ts'

/** A document as it was at a server time. */
export interface CachedDocument {
  readonly value: unknown
  readonly asOf: string
}

/** The loaded beginning of a list as it was at a server time. */
export interface CachedList {
  readonly rows: readonly unknown[]
  readonly nextCursor: string | null
  readonly asOf: string
}

const current = <T extends Stamp>(stamp: T | undefined): T | null =>
  stamp?.version === CACHE_VERSION ? stamp : null

/** Null when it was never stored, was stored in another shape, or the database cannot be read. */
export const readDocument = async (key: string): Promise<CachedDocument | null> => {
  const stored: StoredDocument | undefined = await memberDatabase()?.documents.get(key)
  return current(stored)
}

const rowsOf = (database: MemberDatabase, list: string) =>
  database.rows.where('[list+place]').between([list, 0], [list, Infinity])

/** One consistent state of a list; null as with `readDocument`. */
export const readList = async (key: string): Promise<CachedList | null> => {
  const database = memberDatabase()
  if (database === null) return null
  return database.transaction('r', database.lists, database.rows, async () => {
    const list: StoredList | undefined = await database.lists.get(key)
    const stamp = current(list)
    if (stamp === null) return null
    const rows: StoredRow[] = await rowsOf(database, key).toArray()
    return { rows: rows.map((row) => row.value), nextCursor: stamp.nextCursor, asOf: stamp.asOf }
  })
}

/** Whether there is a document, without reading it. */
export const hasDocument = async (key: string): Promise<boolean> =>
  (await using(({ documents }) => documents.where('key').equals(key).count())) > 0

/** Throws when there is no database: what can't be stored is kept by whoever loaded it. */
export const writeDocument = async (key: string, document: CachedDocument): Promise<void> => {
  await using(({ documents }) => documents.put({ key, version: CACHE_VERSION, ...document }))
}

/** Replaces a whole list and its stamp in one transaction: readers see the old one or the new one. */
export const writeList = async (
  key: string,
  list: CachedList,
  idOf: (row: unknown) => string,
): Promise<void> => {
  const rows = list.rows.map((value, place) => ({ list: key, place, id: idOf(value), value }))
  await using((database) =>
    database.transaction('rw', database.lists, database.rows, async () => {
      await rowsOf(database, key).delete()
      await database.rows.bulkPut(rows)
      await database.lists.put({ key, version: CACHE_VERSION, nextCursor: list.nextCursor, asOf: list.asOf })
    }),
  )
}
