import { Dexie, type EntityTable } from 'dexie'
import { databaseName } from './at-rest.ts'

export { Dexie, liveQuery } from 'dexie'

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

export class MemberDatabase extends Dexie {
  declare readonly documents: EntityTable<StoredDocument, 'key'>
  declare readonly intents: EntityTable<StoredIntent, 'key'>
  declare readonly outbox: EntityTable<StoredChange, 'place'>
  /** It was deleted; another connection would make an empty one. */
  isGone = false

  constructor(memberId: string) {
    super(databaseName(memberId))
    this.version(1).stores({
      documents: 'key',
      lists: 'key',
      rows: '[list+place]',
      intents: 'key, kind',
    })
    this.version(2).stores({ outbox: '++place' })
    // Lists have become documents, and are loaded anew.
    this.version(3).stores({ lists: null, rows: null })
    this.on('versionchange', (event) => {
      // Somebody deletes or upgrades it: let go, and after a deletion never create it anew by reopening.
      this.isGone = event.newVersion === null
      this.close({ disableAutoOpen: this.isGone })
      return false
    })
  }
}
