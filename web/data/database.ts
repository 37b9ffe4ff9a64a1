import { Dexie, type EntityTable, type Table } from 'dexie'
import { databaseName } from './at-rest.ts'
import {
  memberDatabase,
  type StoredChange,
  type StoredDocument,
  type StoredIntent,
  type StoredList,
  type StoredRow,
} from './stored.ts'

export { liveQuery } from 'dexie'

export class MemberDatabase extends Dexie {
  declare readonly documents: EntityTable<StoredDocument, 'key'>
  declare readonly lists: EntityTable<StoredList, 'key'>
  declare readonly rows: Table<StoredRow, [string, number]>
  declare readonly intents: EntityTable<StoredIntent, 'key'>
  declare readonly outbox: EntityTable<StoredChange, 'place'>

  constructor(memberId: string) {
    super(databaseName(memberId))
    this.version(1).stores({
      documents: 'key',
      lists: 'key',
      rows: '[list+place]',
      intents: 'key, kind',
    })
    this.version(2).stores({ outbox: '++place' })
    this.on('versionchange', (event) => {
      // Somebody deletes or upgrades it: let go, and after a deletion never create it anew by reopening.
      this.close({ disableAutoOpen: event.newVersion === null })
      return false
    })
  }
}

const PROBE_TIMEOUT_MS = 1_000

/**
 * WebKit can kill the connection of an app in the background without telling it: every later transaction
 * then fails. Asks one cheap question and reopens when it is not answered.
 */
const reviveDatabase = async (database: MemberDatabase): Promise<void> => {
  const answered = await Promise.race([
    database.documents.count().then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, PROBE_TIMEOUT_MS, false)),
  ])
  if (answered || memberDatabase() !== database) return
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
