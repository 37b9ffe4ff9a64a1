import { Pool } from 'pg'
import type { Snapshot, SnapshotStore } from '../snapshots.ts'
import { connectionConfig } from './connection.ts'

const CONNECTIONS_MAX = 2
const STATEMENT_TIMEOUT_MS = 5_000

interface PostgresSnapshots extends SnapshotStore {
  close(): Promise<void>
}

/** Snapshots in Postgres, in a database that `migrateEventStore` has prepared. */
export const createPostgresSnapshots = ({ url }: { readonly url: string }): PostgresSnapshots => {
  const timeouts = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, lockTimeoutMs: STATEMENT_TIMEOUT_MS }
  const pool = new Pool({
    ...connectionConfig({ url, name: 'event store: snapshots', ...timeouts }),
    max: CONNECTIONS_MAX,
    query_timeout: STATEMENT_TIMEOUT_MS * 2,
  })
  pool.on('error', () => {}) // an idle connection was lost; the pool makes another when it needs one
  return {
    load: async (streamId, schemaVersion) => {
      const { rows } = await pool.query<Pick<Snapshot, 'revision' | 'position' | 'state'>>({
        name: 'load_snapshot',
        text: 'select revision, position, state from snapshot where stream_id = $1 and schema_version = $2',
        values: [streamId, schemaVersion],
      })
      const [row] = rows
      return row ? { streamId, schemaVersion, ...row } : null
    },
    save: async ({ streamId, revision, position, schemaVersion, state }) => {
      await pool.query({
        name: 'save_snapshot',
        text: `insert into snapshot as s (stream_id, revision, position, schema_version, state)
          values ($1, $2, $3, $4, $5)
          on conflict (stream_id) do update set revision = excluded.revision, position = excluded.position,
            schema_version = excluded.schema_version, state = excluded.state, saved_at = now()
          where s.schema_version <> excluded.schema_version or s.revision < excluded.revision`,
        values: [streamId, revision, position, schemaVersion, state],
      })
    },
    close: () => pool.end(),
  }
}
