import { Client, escapeIdentifier, type ClientConfig } from 'pg'
import { KEEPALIVE, KEEPALIVE_SETTINGS } from '../events/store/postgres/keepalive.ts'

/** Longer than any batch takes; a session that hangs is ended, and its lease with it. */
const STATEMENT_MS_MAX = 30_000
const CLIENT_MS_MAX = 40_000

export interface SessionOptions {
  readonly url: string
  /** The schema of unqualified table names. */
  readonly schema: string
  /** Shown in pg_stat_activity. */
  readonly purpose: string
  /** No time limit on single statements: for work that may take long and that nobody waits for. */
  readonly unhurried?: boolean
}

/**
 * A connection of its own for projection work.
 * - Statements are pipelined: those sent without waiting share a round trip.
 * - Commits do not wait for the disk. A crash of Postgres can lose the last of them, rows and checkpoint
 *   alike, and they are built again from the log.
 * - Plans are generic and use indexes: statements touch rows by key only, and a plan made while the
 *   tables were empty would otherwise scan them long after they have grown.
 */
export const openSession = async ({ url, schema, purpose, unhurried }: SessionOptions): Promise<Client> => {
  const config: ClientConfig = {
    connectionString: url,
    application_name: `youtility ${purpose}`,
    ...KEEPALIVE,
    pipeline: true,
    idle_in_transaction_session_timeout: STATEMENT_MS_MAX,
    ...(!unhurried && { statement_timeout: STATEMENT_MS_MAX, query_timeout: CLIENT_MS_MAX }),
    connectionTimeoutMillis: 10_000,
  }
  const client = new Client(config)
  client.on('error', () => {
    // pg rejects the queries of a lost connection; without a listener the process would end.
  })
  await client.connect()
  const settings = `
    set search_path to ${escapeIdentifier(schema)};
    set synchronous_commit = off;
    set plan_cache_mode = force_generic_plan;
    set enable_seqscan = off;
    set enable_hashjoin = off;
    set enable_mergejoin = off;
    set timezone = 'UTC';
    set jit = off;
    ${KEEPALIVE_SETTINGS.map((setting) => `set ${setting}`).join('; ')}`
  try {
    await client.query(settings)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** How long a connection may take to say goodbye, ms: what is cut off never answers. */
const GOODBYE_MS_MAX = 1_000

/** Ends a connection; one that does not answer any more is dropped. */
export const endSession = async (client: Client): Promise<void> => {
  const cutOff = setTimeout(() => client.connection.stream.destroy(), GOODBYE_MS_MAX)
  await client.end().catch(() => undefined)
  clearTimeout(cutOff)
}
