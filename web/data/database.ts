import { Dexie, type EntityTable } from 'dexie'
import { databaseName } from './at-rest.ts'
import { tellClosed } from './device-storage.ts'
import { memberDatabase, type StoredChange, type StoredDocument, type StoredIntent } from './stored.ts'

export { Dexie, liveQuery } from 'dexie'

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
    this.on('close', () => {
      if (memberDatabase() === this) tellClosed()
    })
  }
}
