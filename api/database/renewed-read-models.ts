import { LEVEL } from '../../events/level.ts'
import { SCHEMA as EVENT_STORE } from '../../events/store/postgres/event-store-schema.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import { dropFormerReadModels } from '../../projections/former.ts'
import { areEmpty } from '../../projections/migrate.ts'
import { rebuildProjections } from '../../projections/rebuild.ts'
import { READ_SCHEMA } from '../../projections/schema.ts'
import type { Logger } from '../logging/logger.ts'
import { openEventStore } from './event-store.ts'
import { raiseLevel } from './release-level.ts'

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
 * For when no process of another release runs: drops the read models of other releases, except those that a worker
 * still keeps, and if there are none lets this release write what others cannot read.
 * @returns the schemas that a worker still keeps
 */
export const finishUpgrade = async (
  ownerUrl: string,
  log: Pick<Logger, 'info'>,
): Promise<readonly string[]> => {
  const { dropped, kept } = await dropFormerReadModels(ownerUrl)
  if (dropped.length > 0) log.info({ schemas: dropped }, 'Dropped the read models of another release')
  if (kept.length > 0)
    log.info({ schemas: kept }, 'A worker of another release still runs: the upgrade is not finished')
  else if (await withClient(ownerUrl, 'level', raiseLevel))
    log.info({ level: LEVEL }, 'This release writes what is new in it from now on')
  return kept
}
