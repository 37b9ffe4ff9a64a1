import { Dexie, type EntityTable } from 'dexie'
import { databaseName } from './at-rest.ts'
import { abortAll, guardedDatabases, isAway, PATIENCE_MS, refuseIfLeft, undisturbed } from './transactions.ts'
import { withTimeout } from './with-timeout.ts'

/** One server response stored unchanged, such as the wallet overview; of a list, the part loaded so far. */
export interface StoredDocument {
  readonly key: string
  readonly version: number
  /** Server time, ISO 8601, at which the value was true. */
  readonly asOf: string
  readonly value: unknown
}

/** An intent to move value that was sent and not yet answered; survives if the app is killed. */
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
  /** Its place in the queue: an auto-incremented key. */
  readonly place?: number
  readonly change: unknown
  /** A description in the member's language at that time: "Add Grace Hopper". */
  readonly title: string
  /** State that the member saw when making the change, as text; null for new things and where nothing is compared. */
  readonly seen: string | null
  /** Why the change was not made, for the member to decide; null while it waits for a connection. */
  readonly problem: string | null
  /** Sent; shown until the lists contain it. */
  readonly sent: boolean
  /** ISO time. */
  readonly createdAt: string
}

/** Options of every database: its transactions end when the page is left. */
export const GUARDED = 'indexedDB' in globalThis ? { indexedDB: guardedDatabases } : {}

export class MemberDatabase extends Dexie {
  declare readonly documents: EntityTable<StoredDocument, 'key'>
  declare readonly intents: EntityTable<StoredIntent, 'key'>
  declare readonly outbox: EntityTable<StoredChange, 'place'>
  readonly memberId: string
  readonly isAway = isAway
  /** False while it can't be opened, or hangs: the app goes on from memory. */
  isUsable = true
  /** The session is over: it is never opened again. */
  isOver = false
  /** The database was deleted; a new connection would create an empty one. */
  isGone = false

  constructor(memberId: string) {
    super(databaseName(memberId), GUARDED)
    this.memberId = memberId
    this.version(1).stores({
      documents: 'key',
      lists: 'key',
      rows: '[list+place]',
      intents: 'key, kind',
    })
    this.version(2).stores({ outbox: '++place' })
    // Lists are stored as documents now, and are loaded again.
    this.version(3).stores({ lists: null, rows: null })
    this.on('versionchange', (event) => {
      // Another connection deletes or upgrades it: close this one, and after a deletion never recreate it by reopening.
      this.isGone = event.newVersion === null
      this.close({ disableAutoOpen: this.isGone })
      return false
    })
  }

  /**
   * A page that is left opens none either, which Dexie does as soon as it has closed one: while the page is suspended it
   * would block the deletion at a sign-out.
   */
  override open(): ReturnType<Dexie['open']> {
    refuseIfLeft()
    return super.open()
  }

  /**
   * A database without any table is what a browser leaves behind that was killed while it made or upgraded one. Dexie adds
   * tables that are missing among others, but takes one without any for what it should be.
   */
  async #makeTables(): Promise<void> {
    const version = this.backendDB().version + 1
    this.close({ disableAutoOpen: false })
    await new Promise<void>((resolve, reject) => {
      const request = guardedDatabases.open(this.name, version)
      request.addEventListener('upgradeneeded', () => {
        for (const { name, schema } of this.tables) {
          const { keyPath = null, auto = false } = schema.primKey
          const store = request.result.createObjectStore(name, { keyPath, autoIncrement: auto })
          for (const index of schema.indexes) store.createIndex(index.name, index.keyPath ?? index.name)
        }
      })
      request.addEventListener('success', () => {
        request.result.close()
        resolve()
      })
      request.addEventListener('error', () =>
        reject(request.error ?? new DOMException('', 'OpenFailedError')),
      )
    })
    await this.open()
  }

  /** Closes it for good: code that is still running can't reopen it. */
  end(): void {
    this.isOver = true
    this.close({ disableAutoOpen: true })
  }

  /**
   * Aborts what hangs and connects anew; makes the tables of a database that has none. Rejects if that or a write then
   * hangs too.
   */
  async reopen(): Promise<void> {
    abortAll()
    this.close({ disableAutoOpen: false })
    await withTimeout(PATIENCE_MS, this.open())
    if (this.backendDB().objectStoreNames.length === 0) await withTimeout(PATIENCE_MS, this.#makeTables())
    // There is no such document: what hangs is writing, not reading.
    await undisturbed(() => this.documents.delete(''))
  }
}
