import { SCHEMA as EVENT_STORE } from '../events/store/postgres/event-store-schema.ts'
import { withClient } from '../events/store/postgres/with-client.ts'
import { dropFormerReadModels } from '../projections/former.ts'
import { areEmpty } from '../projections/migrate.ts'
import { rebuildProjections } from '../projections/rebuild.ts'
import { READ_SCHEMA } from '../projections/schema.ts'
import type { Logger } from './http/logger.ts'
import { openEventStore } from './ledger.ts'

/** Whether no event has been applied to them although the log has, or may have, some: they were just created. */
const lackEverything = (url: string, eventStoreUrl: string | null): Promise<boolean> =>
  withClient(url, 'read models', async (client) => {
    if (!(await areEmpty(client))) return false
    if (eventStoreUrl !== null) return true
    return (await client.query(`select from ${EVENT_STORE}.event limit 1`)).rows.length > 0
  })

/**
 * Builds this release's read models where they are empty beside a log that is not, as their owner: the server may not
 * create tables, and nothing may act on read models that lack what has happened. Those of other releases stay.
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
  if (!(await lackEverything(ownerUrl, eventStoreUrl))) return
  log.info({ schema: READ_SCHEMA }, 'The read models of this release are built')
  const store = await openEventStore({ databaseUrl: ownerUrl, eventStoreUrl })
  try {
    await rebuildProjections({ store, url: ownerUrl, log })
  } finally {
    await store.close()
  }
}

/**
 * Drops the read models of other releases, except those that a worker still keeps. For when no process of another
 * release runs.
 */
export const dropReadModelsOfOthers = async (
  ownerUrl: string,
  log: Pick<Logger, 'info'>,
): Promise<readonly string[]> => {
  const { dropped, kept } = await dropFormerReadModels(ownerUrl)
  if (dropped.length > 0) log.info({ schemas: dropped }, 'Dropped the read models of another release')
  if (kept.length > 0)
    log.info({ schemas: kept }, 'A process of another release still runs: its read models stay')
  return kept
}
