import type { MemberDatabase } from './database.ts'
import { newConnection, tellClosed } from './device-storage.ts'

/**
 * Raised whenever the shape of stored data changes. Entries of another version count as never loaded and are fetched
 * again: the cache is disposable, the server has the truth.
 */
export const CACHE_VERSION = 1

/** Key of the document with the member whose device this is. */
export const ME = 'me'
/** Key of the document with the starred payees: the member's choice, of which the server has no copy. */
export const FAVOURITES = 'favourite-payees'

let loading: Promise<typeof import('./database.ts')> | undefined
let opened: {
  readonly memberId: string
  readonly database: MemberDatabase
  readonly usable: boolean
} | null = null

/** Loads the database library on demand: no page needs it before a member is known. */
export const loadDatabase = () => (loading ??= import('./database.ts'))

/** The database of the member in session; null without a session, or if the database can't be used. */
export const memberDatabase = (): MemberDatabase | null => (opened?.usable === true ? opened.database : null)

/** Id of the member whose database this is, while it is the open one. */
export const memberOf = (database: MemberDatabase): string | null =>
  opened?.database === database ? opened.memberId : null

/** Marks the database as usable or not; returns whether that changed. */
export const setUsable = (database: MemberDatabase, usable: boolean): boolean => {
  if (opened?.database !== database || opened.usable === usable) return false
  opened = { ...opened, usable }
  return true
}

/** Opens the signed-in member's database. Call only when the session is known. */
export const openMemberDatabase = async (memberId: string): Promise<MemberDatabase> => {
  const { MemberDatabase } = await loadDatabase()
  if (opened?.memberId === memberId && opened.usable && !opened.database.isGone) return opened.database
  closeMemberDatabase()
  const database = new MemberDatabase(memberId)
  database.on('close', () => {
    if (memberDatabase() === database) tellClosed()
  })
  opened = { memberId, database, usable: true }
  newConnection()
  return database
}

/** Closes the database for good: code that is still running can't reopen it. */
export const closeMemberDatabase = (): void => {
  const closing = opened
  opened = null
  closing?.database.close({ disableAutoOpen: true })
}
