import { lastMember } from './at-rest.ts'
import type { MemberDatabase } from './database.ts'
import { becomeStorage, newConnection } from './device-storage.ts'
import { NoStorageError } from './errors.ts'
import { FAVOURITES, ME, memberDatabase, memberOf, setUsable } from './stored.ts'
import { keysInUse } from './in-use.ts'
import { within } from './within.ts'

/** A transaction that takes longer hangs: WebKit's do after a while in the background, all do behind a sleeping tab. */
export const PATIENCE_MS = 4_000
/** A connection that is lost again so soon after it was made anew is not tried again. */
const ONCE_IN_MS = 30_000

const FULL = 'QuotaExceededError'
/** What a broken, closed or forbidden database says; everything else is a mistake of ours. */
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

/** Names of an error and of what is inside it: Dexie wraps the browser's. */
const namesOf = (error: unknown): readonly string[] => {
  if (typeof error !== 'object' || error === null) return []
  const name = 'name' in error && typeof error.name === 'string' ? [error.name] : []
  const inner = 'inner' in error ? namesOf(error.inner) : []
  const first = 'failures' in error && Array.isArray(error.failures) ? namesOf(error.failures[0]) : []
  return [...name, ...inner, ...first]
}
const isFull = (error: unknown): boolean => namesOf(error).includes(FULL)
const isLost = (error: unknown): boolean => namesOf(error).some((name) => LOST.has(name))

/** From now on nothing is read or written here; it comes back by itself when the database answers after all. */
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
 * The connection of an app in the background can be killed without a word: it is opened anew, once. False where that
 * doesn't help, and the page goes on from memory. A database that was deleted by a sign-out is not made anew.
 */
const reconnect = async (database: MemberDatabase): Promise<boolean> => {
  if (lastMember() !== memberOf(database) || performance.now() - reconnectedAt < ONCE_IN_MS) return false
  reconnectedAt = performance.now()
  database.close({ disableAutoOpen: false })
  try {
    await within(PATIENCE_MS, database.open())
    await within(PATIENCE_MS, database.documents.count())
    newConnection()
    return true
  } catch (error) {
    console.warn('The cache could not be reopened', error)
    return false
  }
}

/** To be told of every failure to read or write: opens the connection anew or gives it up. */
export const mend = async (database: MemberDatabase, error: unknown): Promise<boolean> => {
  if (memberDatabase() !== database || !isLost(error)) return false
  reconnecting ??= reconnect(database).finally(() => {
    reconnecting = null
  })
  const mended = await reconnecting
  if (!mended && memberDatabase() === database) giveUp(database)
  return mended
}

/** What could be had from the server again and is not looked at in this visit, the oldest first. */
const spare = async (database: MemberDatabase): Promise<string[]> => {
  const keep = (key: string) => keysInUse.has(key) || key === ME || key === FAVOURITES
  const documents = await database.documents.toArray()
  return documents
    .filter(({ key }) => !keep(key))
    .toSorted((a, b) => a.asOf.localeCompare(b.asOf))
    .map(({ key }) => key)
}

/** Gives up one old list after the other until there is room for `work`; rejects where none is left to give up. */
const withRoom = async <T>(
  database: MemberDatabase,
  work: (database: MemberDatabase) => PromiseLike<T>,
  full: unknown,
): Promise<T> => {
  becomeStorage({ state: 'full' })
  for (const key of await spare(database)) {
    await database.documents.delete(key)
    try {
      return await within(PATIENCE_MS, work(database))
    } catch (error) {
      if (!isFull(error)) throw error
    }
  }
  throw full
}

/**
 * Reads or writes the member's database. A lost connection is made anew once; a full device gives up its oldest lists;
 * rejects where neither helps, with `NoStorageError` where there is no database. Not for what is observed.
 */
export const using = async <T>(work: (database: MemberDatabase) => PromiseLike<T>): Promise<T> => {
  const database = memberDatabase()
  if (database === null) throw new NoStorageError()
  try {
    return await within(PATIENCE_MS, work(database))
  } catch (error) {
    if (isFull(error)) return await withRoom(database, work, error)
    if (namesOf(error).includes('TimeoutError')) {
      // It may still be done: repeating it is not ours to decide.
      if (memberDatabase() === database) giveUp(database)
      throw error
    }
    if (!(await mend(database, error))) throw isLost(error) ? new NoStorageError({ cause: error }) : error
    return await within(PATIENCE_MS, work(database))
  }
}
