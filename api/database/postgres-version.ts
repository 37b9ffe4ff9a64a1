import type { Client } from 'pg'
import { InvalidConfig } from '../config/invalid-config.ts'

/** Oldest supported version: read models are written by `merge … returning`, which it introduced. */
const OLDEST = 17

/** The text of the refusal of a server with this version (as it reports it); null when it is supported. */
export const refusalOfPostgres = (version: string): string | null =>
  Number.parseInt(version, 10) >= OLDEST
    ? null
    : `The database server is Postgres ${version}, and Youtility needs Postgres ${OLDEST} or later: upgrade it (pg_upgrade, or restore a dump into a newer one), or let the URL of the database name a newer server. Nothing was written.`

/**
 * Call it before anything is written.
 * @throws {InvalidConfig} the version of the database server is too old
 */
export const requirePostgres = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const refusal = refusalOfPostgres(rows[0]?.server_version ?? '')
  if (refusal !== null) throw new InvalidConfig(refusal)
}
