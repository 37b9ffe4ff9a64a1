import { SCHEMA as EVENT_STORE } from '../events/store/postgres/event-store-schema.ts'
import { withClient } from '../events/store/postgres/with-client.ts'
import { hasReadModels, isOfThisRelease, READ_SCHEMA } from '../projections/migrate.ts'
import { PROJECTIONS } from '../projections/projections.ts'
import { rebuildProjections } from '../projections/rebuild.ts'
import type { Logger } from './http/logger.ts'
import { openEventStore } from './ledger.ts'

/** Names of the read models that another release built in another shape than this one's. */
export const staleReadModels = async (url: string): Promise<readonly string[]> => {
  return withClient(url, 'read models', async (client) => {
    if (!(await hasReadModels(client, READ_SCHEMA)) || !(await isOfThisRelease(client, READ_SCHEMA)))
      return PROJECTIONS.map(({ name }) => name)
    const { rows } = await client.query<{ name: string; version: number }>(
      `select name, version from ${READ_SCHEMA}.projection`,
    )
    const made = new Map(rows.map(({ name, version }) => [name, version]))
    return PROJECTIONS.filter(({ name, version }) => (made.get(name) ?? version) !== version).map(
      ({ name }) => name,
    )
  })
}

/** Whether no event has been applied to them although the log in this database has some: they were just created. */
const lackEverything = (url: string): Promise<boolean> =>
  withClient(url, 'read models', async (client) => {
    const { rows } = await client.query<{ so: boolean }>(
      `select not exists (select from ${READ_SCHEMA}.pass where position > 0)
         and exists (select from ${EVENT_STORE}.event) as so`,
    )
    return rows[0]?.so === true
  })

/**
 * Rebuilds the read models that another release built, and those that are empty beside a log that is not, as their
 * owner: the server may not create tables, and nothing may act on read models that lack what has happened.
 */
export const renewReadModels = async ({
  ownerUrl,
  eventStoreUrl,
  log,
}: {
  readonly ownerUrl: string
  readonly eventStoreUrl: string | null
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
}): Promise<void> => {
  const projections = await staleReadModels(ownerUrl)
  if (projections.length === 0 && !(await lackEverything(ownerUrl))) return
  log.info({ projections }, 'The read models are built anew')
  const store = await openEventStore({ databaseUrl: ownerUrl, eventStoreUrl })
  try {
    await rebuildProjections({ store, url: ownerUrl, log })
  } finally {
    await store.close()
  }
}
