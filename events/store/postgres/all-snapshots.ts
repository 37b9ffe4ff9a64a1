import { Client } from 'pg'
import type { Snapshot } from '../snapshots.ts'
import { connectionConfig } from './connection.ts'

/** Snapshots as an auditor reads them. */
export interface SavedSnapshots {
  /** What is saved of which streams, without the states. */
  readonly list: () => Promise<readonly Pick<Snapshot, 'streamId' | 'revision' | 'schemaVersion'>[]>
  /** Whole snapshots of some streams, as they are now: a newer one may have replaced the one that was listed. */
  readonly load: (streamIds: readonly string[]) => Promise<readonly Snapshot[]>
  readonly close: () => Promise<void>
}

/** An auditor may wait for this long, ms. */
const STATEMENT_TIMEOUT_MS = 60_000

/** Opens all snapshots of a database that `migrateEventStore` has prepared. */
export const openSavedSnapshots = async (url: string): Promise<SavedSnapshots> => {
  const timeouts = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, lockTimeoutMs: STATEMENT_TIMEOUT_MS }
  const client = new Client(connectionConfig({ url, name: 'youtility audit: snapshots', ...timeouts }))
  client.on('error', () => {}) // pg rejects the running query
  await client.connect()
  // The whole table is read once, which the settings of the event store's connections are not made for.
  await client.query('set enable_seqscan = on')
  return {
    list: async () => {
      const { rows } = await client.query<Pick<Snapshot, 'streamId' | 'revision' | 'schemaVersion'>>(
        `select stream_id as "streamId", revision, schema_version as "schemaVersion" from snapshot`,
      )
      return rows
    },
    load: async (streamIds) => {
      const { rows } = await client.query<Snapshot>(
        `select stream_id as "streamId", revision, position, schema_version as "schemaVersion", state
          from snapshot where stream_id = any($1::text[])`,
        [streamIds],
      )
      return rows
    },
    close: () => client.end(),
  }
}
