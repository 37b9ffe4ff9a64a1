import { migrateEventStore } from '../../../events/store/postgres/event-store-schema.ts'
import { createPostgresEventStore } from '../../../events/store/postgres/postgres-event-store.ts'
import { administer } from '../server.ts'
import type { OpenContender } from './contender.ts'

/** Our Postgres store through its port, as the API uses it. */
export const open: OpenContender = async (databaseUrl) => {
  await migrateEventStore(databaseUrl)
  const store = createPostgresEventStore({ url: databaseUrl })
  return {
    append: async (streamId, event) => {
      await store.append(streamId, 'no_stream', [event])
    },
    appendToShared: async (streamId, event, revision) => {
      await store.append(streamId, revision < 0n ? 'no_stream' : revision, [event])
    },
    consume: async (onEvent) => {
      const stopping = new AbortController()
      const follow = async () => {
        for await (const batch of store.subscribe({ after: 0n, signal: stopping.signal })) {
          for (const event of batch) onEvent(event.id, event.position)
        }
      }
      const following = follow()
      return {
        stop: async () => {
          stopping.abort()
          await following
        },
      }
    },
    count: () =>
      administer(databaseUrl, async (client) => {
        const { rows } = await client.query<{ events: number }>(
          'select count(*)::int as events from event_store.event',
        )
        return Number(rows[0]?.events)
      }),
    close: () => store.close(),
  }
}
