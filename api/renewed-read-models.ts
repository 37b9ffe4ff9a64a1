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

/** Rebuilds the read models that another release built, as their owner: the server may not create tables. */
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
  if (projections.length === 0) return
  log.info({ projections }, 'Read models of another release are built anew')
  const store = await openEventStore({ databaseUrl: ownerUrl, eventStoreUrl })
  try {
    await rebuildProjections({ store, url: ownerUrl, log })
  } finally {
    await store.close()
  }
}
