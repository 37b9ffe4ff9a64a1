import { lastMember } from './at-rest.ts'
import type { MemberDatabase } from './database.ts'
import { becomeStorage, newConnection } from './device-storage.ts'
import { NoStorageError } from './errors.ts'
import { FAVOURITES, ME, memberDatabase, memberOf, setUsable } from './stored.ts'
import { keysInUse } from './in-use.ts'
import { withTimeout } from './with-timeout.ts'

/** A transaction that takes longer hangs: WebKit's do after a while in the background, all do behind a sleeping tab. */
export const PATIENCE_MS = 4_000
/** A connection lost again within this time after it was reopened is not reopened again. */
const ONCE_IN_MS = 30_000

const FULL = 'QuotaExceededError'
/** Errors of a broken, closed or forbidden database; every other one is a mistake of ours. */
const LOST: ReadonlySet<string> = new Set([
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  'NotFoundError',
  'OpenFailedError',
  'SecurityError',
  'TimeoutError',
  'UnknownError',
  'VersionError',
])

/** Names of an error and of its inner errors: Dexie wraps the browser's. */
const namesOf = (error: unknown): readonly string[] => {
  if (typeof error !== 'object' || error === null) return []
  const name = 'name' in error && typeof error.name === 'string' ? [error.name] : []
  const inner = 'inner' in error ? namesOf(error.inner) : []
  const first = 'failures' in error && Array.isArray(error.failures) ? namesOf(error.failures[0]) : []
  return [...name, ...inner, ...first]
}
const isFull = (error: unknown): boolean => namesOf(error).includes(FULL)
const isLost = (error: unknown): boolean => namesOf(error).some((name) => LOST.has(name))

/** Stops all reads and writes of the database, until a last query succeeds after all. */
const giveUp = (database: MemberDatabase): void => {
  setUsable(database, false)
  becomeStorage({ state: 'memory' })
  const comeBack = () => {
    if (setUsable(database, true)) newConnection()
  }
  database.documents.count().then(comeBack, () => undefined)
}

let reconnecting: Promise<boolean> | null = null
let reconnectedAt = -ONCE_IN_MS

/**
 * Reopens, once, a connection that the browser may have killed without notice while the app was in the background.
 * False if that fails, and the page continues from memory. Never recreates a database that a sign-out has deleted.
 */
const reconnect = async (database: MemberDatabase): Promise<boolean> => {
  if (lastMember() !== memberOf(database) || performance.now() - reconnectedAt < ONCE_IN_MS) return false
  reconnectedAt = performance.now()
  database.close({ disableAutoOpen: false })
  try {
    await withTimeout(PATIENCE_MS, database.open())
    await withTimeout(PATIENCE_MS, database.documents.count())
    newConnection()
    return true
  } catch (error) {
    console.warn('The cache could not be reopened', error)
    return false
  }
}

/** To call after every failed read or write: reopens the connection or stops using it; whether it works again. */
export const mend = async (database: MemberDatabase, error: unknown): Promise<boolean> => {
  if (memberDatabase() !== database || !isLost(error)) return false
  reconnecting ??= reconnect(database).finally(() => {
    reconnecting = null
  })
  const mended = await reconnecting
  if (!mended && memberDatabase() === database) giveUp(database)
  return mended
}

/** Keys of documents that the server has too and that were not requested in this visit, the oldest first. */
const spare = async (database: MemberDatabase): Promise<string[]> => {
  const keep = (key: string) => keysInUse.has(key) || key === ME || key === FAVOURITES
  const documents = await database.documents.toArray()
  return documents
    .filter(({ key }) => !keep(key))
    .toSorted((a, b) => a.asOf.localeCompare(b.asOf))
    .map(({ key }) => key)
}

/** Deletes one old document after the other until there is room for `work`; rejects when none is left. */
const withRoom = async <T>(
  database: MemberDatabase,
  work: (database: MemberDatabase) => PromiseLike<T>,
  full: unknown,
): Promise<T> => {
  becomeStorage({ state: 'full' })
  for (const key of await spare(database)) {
    await database.documents.delete(key)
    try {
      return await withTimeout(PATIENCE_MS, work(database))
    } catch (error) {
      if (!isFull(error)) throw error
    }
  }
  throw full
}

/**
 * Reads or writes the member's database. Reopens a lost connection once; on a full device deletes the oldest documents;
 * rejects if neither helps, with `NoStorageError` if there is no database. Not for observed queries.
 */
export const withDatabase = async <T>(work: (database: MemberDatabase) => PromiseLike<T>): Promise<T> => {
  const database = memberDatabase()
  if (database === null) throw new NoStorageError()
  try {
    return await withTimeout(PATIENCE_MS, work(database))
  } catch (error) {
    if (isFull(error)) return await withRoom(database, work, error)
    if (namesOf(error).includes('TimeoutError')) {
      // The work may still complete: it must not be repeated here.
      if (memberDatabase() === database) giveUp(database)
      throw error
    }
    if (!(await mend(database, error))) throw isLost(error) ? new NoStorageError({ cause: error }) : error
    return await withTimeout(PATIENCE_MS, work(database))
  }
}
