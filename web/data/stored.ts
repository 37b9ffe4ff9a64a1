import type { MemberDatabase } from './database.ts'
import { newConnection, tellClosed } from './device-storage.ts'

/**
 * Raised whenever the shape of what is stored changes. Entries of another version count as never loaded
 * and are fetched again: the cache is disposable, the server has the truth.
 */
export const CACHE_VERSION = 1

/** The document of whose device this is. */
export const ME = 'me'
/** The document of the starred payees: the member's own word, which no server could tell again. */
export const FAVOURITES = 'favourite-payees'

let loading: Promise<typeof import('./database.ts')> | undefined
let opened: {
  readonly memberId: string
  readonly database: MemberDatabase
  readonly usable: boolean
} | null = null

/** Loads the database library; nobody needs it before a member is known, so no page waits for it. */
export const loadDatabase = () => (loading ??= import('./database.ts'))

/** The database of the member whose session lasts; null without one, or where it can't be used. */
export const memberDatabase = (): MemberDatabase | null => (opened?.usable === true ? opened.database : null)

/** Whose database it is, as long as it is the one in use. */
export const memberOf = (database: MemberDatabase): string | null =>
  opened?.database === database ? opened.memberId : null

/** Takes the database out of use, or into it again; whether that changed anything. */
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

/** Closes it for good: nothing that still runs can open it anew. */
export const closeMemberDatabase = (): void => {
  const closing = opened
  opened = null
  closing?.database.close({ disableAutoOpen: true })
}
