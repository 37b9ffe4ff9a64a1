import { Dexie, type EntityTable, type Table } from 'dexie'
import { databaseName } from './at-rest.ts'

/**
 * Raised whenever the shape of what is stored changes. Entries of another version count as never loaded
 * and are fetched again: the cache is disposable, the server has the truth.
 */
export const CACHE_VERSION = 1

/** When and in which version a document or list was stored. */
export interface Stamp {
  readonly key: string
  readonly version: number
  /** Server time, ISO 8601, at which the stored state was true. */
  readonly asOf: string
}

/** One answer of the server kept as it was, such as the wallet overview. */
export interface StoredDocument extends Stamp {
  readonly value: unknown
}

/** How far a list has been loaded. Its rows are in `rows`. */
export interface StoredList extends Stamp {
  readonly nextCursor: string | null
}

export interface StoredRow {
  /** Key of the list. */
  readonly list: string
  /** Place in the list, from 0. */
  readonly place: number
  readonly id: string
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

export class MemberDatabase extends Dexie {
  declare readonly documents: EntityTable<StoredDocument, 'key'>
  declare readonly lists: EntityTable<StoredList, 'key'>
  declare readonly rows: Table<StoredRow, [string, number]>
  declare readonly intents: EntityTable<StoredIntent, 'key'>

  constructor(memberId: string) {
    super(databaseName(memberId))
    this.version(1).stores({
      documents: 'key',
      lists: 'key',
      rows: '[list+place]',
      intents: 'key, kind',
    })
    this.on('versionchange', (event) => {
      // Somebody deletes or upgrades it: let go, and after a deletion never create it anew by reopening.
      this.close({ disableAutoOpen: event.newVersion === null })
      return false
    })
  }
}

let opened: { readonly memberId: string; readonly database: MemberDatabase } | null = null

/** The signed-in member's database. Call only when the session is known. */
export const openMemberDatabase = (memberId: string): MemberDatabase => {
  if (opened?.memberId === memberId) return opened.database
  closeMemberDatabase()
  opened = { memberId, database: new MemberDatabase(memberId) }
  return opened.database
}

/** The database of the member whose session lasts, or null. */
export const memberDatabase = (): MemberDatabase | null => opened?.database ?? null

export const closeMemberDatabase = (): void => {
  opened?.database.close({ disableAutoOpen: true })
  opened = null
}

const PROBE_TIMEOUT_MS = 1_000

/**
 * WebKit can kill the connection of an app in the background without telling it: every later transaction
 * then fails. Asks one cheap question and reopens when it is not answered.
 */
export const reviveDatabase = async (database: MemberDatabase): Promise<void> => {
  const answered = await Promise.race([
    database.documents.count().then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, PROBE_TIMEOUT_MS, false)),
  ])
  if (answered || opened?.database !== database) return
  database.close({ disableAutoOpen: false })
  await database.open()
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => {
    const database = memberDatabase()
    if (document.visibilityState !== 'visible' || database === null) return
    // When it cannot be reopened, reads fail and the hooks work from the network alone.
    reviveDatabase(database).catch((error: unknown) => console.warn('The cache could not be reopened', error))
  })
}
