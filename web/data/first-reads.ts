import * as z from 'zod/mini'
import { memberEntry, withStorage } from './at-rest.ts'
import { type CachedDocument, storedIn } from './cache.ts'
import { memberDatabase } from './stored.ts'

/**
 * The documents that a page reads while it opens. At the next visit they are read together before the first drawing,
 * which so shows figures in place of skeletons that a second drawing replaces.
 */
const Keys = z.array(z.string())
/** Pages with an id in their address are too many to be remembered. */
const NAMED = /^\/[a-z]*$/
/** Counted from the first drawing: what is read later belongs to what the member does there. */
const OPENING_MS = 300

const nameOf = (memberId: string, path: string): string => memberEntry(memberId, `first-reads:${path}`)

let read: { readonly memberId: string; readonly documents: ReadonlyMap<string, CachedDocument> } | null = null
const keysRead = new Set<string>()

/** Without them everything is read when it is asked for. */
const rememberedKeys = (memberId: string, path: string): readonly string[] =>
  withStorage(() => Keys.parse(JSON.parse(localStorage.getItem(nameOf(memberId, path)) ?? '[]')), [])

/** Reads what the page read first at the last visit, from the open database. Never rejects. */
export const readFirst = async (memberId: string, path: string): Promise<void> => {
  const keys = rememberedKeys(memberId, path)
  const database = memberDatabase()
  if (keys.length === 0 || database?.memberId !== memberId) return
  const found = await database.documents.bulkGet([...keys]).catch(() => [])
  const documents = found.flatMap((row) => {
    const document = storedIn(row)
    return row === undefined || document === null ? [] : [[row.key, document] as const]
  })
  read = { memberId, documents: new Map(documents) }
}

/** What was read of a key before the first drawing; null when nothing was, or of another member. */
export const firstRead = (key: string): CachedDocument | null =>
  read !== null && read.memberId === memberDatabase()?.memberId ? (read.documents.get(key) ?? null) : null

const remember = (path: string): void => {
  const database = memberDatabase()
  // From now on the database is read.
  read = null
  if (database === null || globalThis.location.pathname !== path || !NAMED.test(path)) return
  try {
    localStorage.setItem(nameOf(database.memberId, path), JSON.stringify([...keysRead]))
  } catch {
    // Forbidden or full.
  }
}

/** A page has been drawn and reads the document with this key. */
export const noteRead = (key: string): void => {
  if (keysRead.size === 0) setTimeout(remember, OPENING_MS, globalThis.location.pathname)
  keysRead.add(key)
}
