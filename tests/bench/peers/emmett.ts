import {
  isExpectedVersionConflictError,
  NO_CONCURRENCY_CHECK,
  STREAM_DOES_NOT_EXIST,
  type Event,
} from '@event-driven-io/emmett'
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql'
import pg from 'pg'
import { CONNECTIONS_MAX, type BenchEvent, type OpenContender } from '../appends/contender.ts'

type StoredEvent = Event<string, BenchEvent['data'], BenchEvent['metadata']>

const toEvent = ({ id, type, data, metadata }: BenchEvent): StoredEvent => ({
  type,
  data,
  metadata: { ...metadata, messageId: id },
})

/**
 * emmett-postgresql as its documentation shows it: its own schema, `appendToStream`, and its own consumer
 * with the default batch size and polling. The pool is ours, so that it is as large as that of the others.
 */
export const open: OpenContender = async (databaseUrl) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS_MAX })
  const store = getPostgreSQLEventStore(databaseUrl, { connectionOptions: { pool } })
  await store.schema.migrate()
  return {
    append: async (streamId, event) => {
      await store.appendToStream(streamId, [toEvent(event)], { expectedStreamVersion: STREAM_DOES_NOT_EXIST })
    },
    appendToShared: async (streamId, event) => {
      // Without an expected version concurrent appends still conflict; its users retry.
      for (;;) {
        try {
          await store.appendToStream(streamId, [toEvent(event)], {
            expectedStreamVersion: NO_CONCURRENCY_CHECK,
          })
          return
        } catch (error) {
          if (!isExpectedVersionConflictError(error)) throw error
        }
      }
    },
    consume: async (onEvent) => {
      const consumer = store.consumer<StoredEvent>()
      consumer.reactor<StoredEvent>({
        processorId: 'bench',
        startFrom: 'BEGINNING',
        connectionOptions: { connectionString: databaseUrl, pool },
        eachMessage: (message) => onEvent(message.metadata.messageId, message.metadata.globalPosition),
      })
      const running = consumer.start()
      return {
        stop: async () => {
          await consumer.stop()
          await running
        },
      }
    },
    count: async () => {
      const { rows } = await pool.query('select count(*)::int as events from emt_messages')
      return Number(rows[0]?.events)
    },
    close: async () => {
      await store.close()
      if (!pool.ended) await pool.end()
    },
  }
}
