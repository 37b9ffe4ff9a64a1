import type { EventStore } from '../../events/store/event-store.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'

/** Imported only when used: the client takes 30 MB. */
const openEventStoreDb = async (connectionString: string): Promise<EventStore> => {
  const { createEventStoreDbStore } = await import('../../events/store/eventstoredb/store.ts')
  return createEventStoreDbStore({ connectionString })
}

export interface EventStoreAddress {
  /** Migrated with `migrateEventStore`. */
  readonly databaseUrl: string
  readonly eventStoreUrl: string | null
}

/** The event store in EventStoreDB where one is configured, else in Postgres. */
export const openEventStore = async ({
  databaseUrl,
  eventStoreUrl,
}: EventStoreAddress): Promise<EventStore> =>
  eventStoreUrl === null ? createPostgresEventStore({ url: databaseUrl }) : openEventStoreDb(eventStoreUrl)
