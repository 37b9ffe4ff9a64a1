import { lastMember } from './at-rest.ts'
import type { MemberDatabase } from './database.ts'
import { becomeStorage, newConnection } from './device-storage.ts'
import { NoStorageError } from './errors.ts'
import { FAVOURITES, keysInUse, ME } from './in-use.ts'
import { namesOf, undisturbed } from './transactions.ts'

/** A connection lost again within this time after it was reopened is given up; one that was given up is tried again. */
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

const isFull = (error: unknown): boolean => namesOf(error).includes(FULL)
const isLost = (error: unknown): boolean => namesOf(error).some((name) => LOST.has(name))

/** Aborts what hangs and opens the database again; whether it can be read and written then. */
const reopen = async (database: MemberDatabase): Promise<boolean> => {
  reopenedAt = performance.now()
  try {
    await database.reopen()
    return true
  } catch (error) {
    console.warn('The cache could not be reopened', error)
    return false
  }
}

/** Stops all reads and writes of the database, until it can be opened after all. */
const giveUp = (database: MemberDatabase): void => {
  database.isUsable = false
  becomeStorage({ state: 'memory' })
  const tryAgain = async () => {
    // Another session, or a connection that was opened meanwhile.
    if (!isStillHere(database)) return
    if (!(await reopen(database))) setTimeout(() => void tryAgain(), ONCE_IN_MS)
    else if (isStillHere(database)) {
      database.isUsable = true
      newConnection()
    }
  }
  setTimeout(() => void tryAgain(), ONCE_IN_MS)
}

/** A database that was deleted is not made anew by whoever still reads from it: another member may be here by now. */
const isEnded = ({ isOver, isGone }: MemberDatabase): boolean => isOver || isGone

/** Whether it is the database of the member who was here last: one that a sign-out has deleted is never recreated. */
const isStillHere = (database: MemberDatabase): boolean =>
  !isEnded(database) && lastMember() === database.memberId

const isInUse = (database: MemberDatabase): boolean => database.isUsable && !isEnded(database)

let reconnecting: Promise<boolean> | null = null
let reopenedAt = -ONCE_IN_MS

/**
 * Reopens, once, a connection that hangs or that the browser may have killed without notice while the app was in the
 * background. False if that fails, and the page continues from memory.
 */
const reconnect = async (database: MemberDatabase): Promise<boolean> => {
  if (!isStillHere(database) || performance.now() - reopenedAt < ONCE_IN_MS) return false
  if (!(await reopen(database))) return false
  newConnection()
  return true
}

/** To call after every failed read or write: reopens the connection or stops using it; whether it works again. */
export const mend = async (database: MemberDatabase, error: unknown): Promise<boolean> => {
  if (!isInUse(database) || !isLost(error)) return false
  reconnecting ??= reconnect(database).finally(() => {
    reconnecting = null
  })
  const mended = await reconnecting
  if (!mended && isInUse(database)) giveUp(database)
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
      return await undisturbed(() => work(database))
    } catch (error) {
      if (!isFull(error)) throw error
    }
  }
  throw full
}

/** Does `work` with the database, as `withDatabase` says. */
export const run = async <T>(
  database: MemberDatabase,
  work: (database: MemberDatabase) => PromiseLike<T>,
): Promise<T> => {
  const attempt = () => undisturbed(() => work(database))
  try {
    return await attempt()
  } catch (error) {
    if (isFull(error)) return await withRoom(database, work, error)
    // What hung was aborted, so it may be repeated.
    if (!(await mend(database, error))) throw isLost(error) ? new NoStorageError({ cause: error }) : error
    return await attempt()
  }
}
