import type { MemberDatabase } from './database.ts'
import { newConnection } from './device-storage.ts'

/**
 * Raised whenever the shape of what is stored changes. Entries of another version count as never loaded
 * and are fetched again: the cache is disposable, the server has the truth.
 */
export const CACHE_VERSION = 1

/** The document of whose device this is. */
export const ME = 'me'
/** The document of the starred payees: the member's own word, which no server could tell again. */
export const FAVOURITES = 'favourite-payees'

/** One answer of the server kept as it was, such as the wallet overview; of a list as far as it has been loaded. */
export interface StoredDocument {
  readonly key: string
  readonly version: number
  /** Server time, ISO 8601, at which the value was true. */
  readonly asOf: string
  readonly value: unknown
}

/** An intent to move value that was sent and not yet answered; survives a kill of the app. */
export interface StoredIntent {
  /** Its idempotency key. */
  readonly key: string
  readonly kind: string
  readonly version: number
  readonly draft: unknown
  readonly createdAt: string
}

/** A change that waits for a connection; see outbox-model.ts. */
export interface StoredChange {
  /** Where it stands in the order: given by the database, counting up. */
  readonly place?: number
  readonly change: unknown
  /** What it is about, in words of its time: "Add Grace Hopper". */
  readonly title: string
  /** What the member saw when they changed it, as text; null for what is new or not compared. */
  readonly seen: string | null
  /** Why it was not done, for the member to decide; null while it waits for a connection. */
  readonly problem: string | null
  /** Done; shown until the lists say so themselves. */
  readonly sent: boolean
  /** ISO time. */
  readonly createdAt: string
}

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
  opened = { memberId, database: new MemberDatabase(memberId), usable: true }
  newConnection()
  return opened.database
}

/** Closes it for good: nothing that still runs can open it anew. */
export const closeMemberDatabase = (): void => {
  const closing = opened
  opened = null
  closing?.database.close({ disableAutoOpen: true })
}
