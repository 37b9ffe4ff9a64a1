import { Pool } from 'pg'
import { gather } from '../../gather.ts'
import type { Snapshot, SnapshotStore } from '../snapshots.ts'
import { connectionConfig } from './connection.ts'
import { NO_ANSWER_MS, STATEMENT_TIMEOUT_MS } from './keepalive.ts'
import { failureOf } from './failures.ts'

const CONNECTIONS_MAX = 2

interface PostgresSnapshots extends SnapshotStore {
  close(): Promise<void>
}

/** Snapshots in Postgres, in a database that `migrateEventStore` has prepared. */
export const createPostgresSnapshots = ({ url }: { readonly url: string }): PostgresSnapshots => {
  const timeouts = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, lockTimeoutMs: STATEMENT_TIMEOUT_MS }
  const pool = new Pool({
    ...connectionConfig({ url, name: 'event store: snapshots', ...timeouts }),
    max: CONNECTIONS_MAX,
    query_timeout: STATEMENT_TIMEOUT_MS + NO_ANSWER_MS,
  })
  pool.on('error', () => {}) // an idle connection was lost; the pool replaces it when needed
  const load = gather<Pick<Snapshot, 'streamId' | 'schemaVersion'>, Snapshot | null>({
    run: async (asked) => {
      const { rows } = await pool.query<Pick<Snapshot, 'revision' | 'position' | 'state'> & { n: bigint }>({
        name: 'load_snapshots',
        text: `select asked.n, saved.*
          from unnest($1::text[], $2::int[]) with ordinality as asked (stream_id, schema_version, n)
          cross join lateral (
            select revision, position, state from snapshot s
            where s.stream_id = asked.stream_id and s.schema_version = asked.schema_version limit 1
          ) saved`,
        values: [asked.map(({ streamId }) => streamId), asked.map((one) => one.schemaVersion)],
      })
      const found = new Map(rows.map(({ n, ...row }) => [n, row]))
      return asked.map((one, place) => {
        const row = found.get(BigInt(place + 1))
        return row ? { ...one, ...row } : null
      })
    },
    concernsAll: (error) => failureOf(error) !== 'refused',
  })
  return {
    load: (streamId, schemaVersion) => load({ streamId, schemaVersion }),
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
