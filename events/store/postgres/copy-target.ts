import { Client } from 'pg'
import type { CopyTarget } from '../copy-target.ts'
import type { RecordedEvent } from '../event-store.ts'
import { connectionConfig } from './connection.ts'
import { migrateEventStore } from './event-store-schema.ts'
import { createPostgresEventStore } from './postgres-event-store.ts'

const STATEMENT_TIMEOUT_MS = 60_000

const COPY = `
  with before as (select position from head for update),
  copied as (
    insert into event (position, stream_id, revision, event_id, type, data, metadata, created_at)
    select before.position + u.k, u.stream_id, u.revision, u.event_id, u.type, u.data, u.metadata, u.created_at
    from before, unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
      with ordinality as u (stream_id, revision, event_id, type, data, metadata, created_at, k)
    returning position, created_at
  )
  update head set
    position = (select max(position) from copied),
    created_at = greatest(created_at, (select max(created_at) from copied))`

/** A Postgres to copy a log into; creates the schema if it is missing. Each write is one transaction. */
export const openPostgresCopy = async (url: string): Promise<CopyTarget> => {
  await migrateEventStore(url)
  const timeouts = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, lockTimeoutMs: STATEMENT_TIMEOUT_MS }
  const client = new Client(connectionConfig({ url, name: 'event store: copy', ...timeouts }))
  client.on('error', () => {}) // pg rejects the running queries
  await client.connect()
  const store = createPostgresEventStore({ url })
  const column = <T>(events: readonly RecordedEvent[], of: (event: RecordedEvent) => T) => events.map(of)
  return {
    store,
    write: async (events) => {
      await client.query(COPY, [
        column(events, ({ streamId }) => streamId),
        column(events, ({ revision }) => revision),
        column(events, ({ id }) => id),
        column(events, ({ type }) => type),
        column(events, ({ data }) => JSON.stringify(data)),
        column(events, ({ metadata }) => JSON.stringify(metadata)),
        column(events, ({ recordedAt }) => recordedAt),
      ])
    },
    close: async () => {
      await store.close()
      await client.end()
    },
  }
}
