import type { Client } from 'pg'
import { dropSchema } from './drop-schema.ts'
import { LEASE, leaseKey } from './lease.ts'
import { READ_SCHEMA } from './schema.ts'
import { openSession } from './session.ts'

/** What releases have named the schema of their read models; the first ones all `read`. */
const OF_A_RELEASE = '^read(_[0-9a-f]{8})?$'

/** Schemas with the read models of other releases. */
const othersIn = async (client: Client, schema: string): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname ~ $1 and nspname <> $2 order by 1',
    [OF_A_RELEASE, schema],
  )
  return rows.map(({ name }) => name)
}

/**
 * Drops the read models of other releases that no worker keeps up to date any more; a worker of one that starts
 * meanwhile waits. To be called when nobody reads them either: a process of role `api` shows in no lease.
 * @returns the schemas that were dropped, and those that a worker still keeps
 */
export const dropFormerReadModels = async (
  url: string,
  schema: string = READ_SCHEMA,
): Promise<{ readonly dropped: readonly string[]; readonly kept: readonly string[] }> => {
  const client = await openSession({ url, schema, purpose: 'former read models', unhurried: true })
  const dropped: string[] = []
  const kept: string[] = []
  try {
    for (const other of await othersIn(client, schema)) {
      const { rows } = await client.query<{ held: boolean }>(LEASE, [leaseKey(other)])
      if (!rows[0]?.held) {
        kept.push(other)
        continue
      }
      // With what an interrupted rebuild of theirs left.
      for (const name of [`${other}_next`, `${other}_old`, other]) await dropSchema(client, name)
      dropped.push(other)
    }
  } finally {
    await client.end() // and with it the leases
  }
  return { dropped, kept }
}
