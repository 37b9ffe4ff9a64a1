import type { MemberDatabase } from './database.ts'
import { newConnection, tellClosed } from './device-storage.ts'

/**
 * Raised whenever the shape of stored data changes. Entries of another version count as never loaded and are fetched
 * again: the cache is disposable, the server has the truth.
 */
export const CACHE_VERSION = 1

let loading: Promise<typeof import('./database-library.ts')> | undefined
let opened: MemberDatabase | null = null

/** Loads the database library on demand: no page needs it before a member is known. */
export const loadDatabase = () => (loading ??= import('./database-library.ts'))

/** The database of the member in session; null without a session, or if the database can't be used. */
export const memberDatabase = (): MemberDatabase | null => (opened?.isUsable === true ? opened : null)

/** Opens the signed-in member's database. Call only when the session is known. */
export const openMemberDatabase = async (memberId: string): Promise<MemberDatabase> => {
  const { MemberDatabase } = await loadDatabase()
  if (opened?.memberId === memberId && opened.isUsable && !opened.isGone) return opened
  closeMemberDatabase()
  const database = new MemberDatabase(memberId)
  database.on('close', () => {
    if (memberDatabase() === database) tellClosed()
  })
  opened = database
  newConnection()
  return database
}

/** Closes the database for good: code that is still running can't reopen it. */
export const closeMemberDatabase = (): void => {
  const closing = opened
  opened = null
  closing?.end()
}
