import { Pool, types as postgresTypes, type CustomTypesConfig, type PoolClient } from 'pg'
import type { Clock } from '../../events/ids.ts'
import {
  CONNECT_TIMEOUT_MS,
  KEEPALIVE,
  KEEPALIVE_SETTINGS,
  NO_ANSWER_MS,
  STATEMENT_TIMEOUT_MS,
} from '../../events/store/postgres/keepalive.ts'
import { inPostgres } from '../../projections/table.ts'

interface PoolOptions {
  /** Maximum number of connections. Default 10. */
  readonly max?: number
  /** A statement is cancelled after this time. Default 4.5 s. */
  readonly statementTimeoutMs?: number
  /** Waiting for a lock ends after this time. Default 3 s. */
  readonly lockTimeoutMs?: number
  /** Waiting for a free or new connection ends after this time. Default 4.5 s. */
  readonly connectTimeoutMs?: number
  /**
   * For a pool whose statements all find their rows by key. Plans are generic and use indexes: a plan made while a
   * table was empty would otherwise scan it long after it has grown.
   */
  readonly byKey?: boolean
  /** Shown in pg_stat_activity. */
  readonly name?: string
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onIdleError?: (error: Error) => void
}

/** Postgres `int8` is read as a bigint: positions and minor units do not fit a JavaScript number. */
const types: CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === postgresTypes.builtins.INT8 && format !== 'binary'
      ? (text: string) => BigInt(text)
      : postgresTypes.getTypeParser(id, format),
}

const DURABLE = ['synchronous_commit=on', ...KEEPALIVE_SETTINGS].map((setting) => `-c ${setting}`).join(' ')
const BY_INDEX =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off'

/** Longer than the pauses of processes: connecting costs milliseconds on both sides. */
const IDLE_MS = 60_000

/** Creates a pool of connections with a timeout on everything. */
export const createPool = (url: string, options: PoolOptions = {}): Pool => {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? 10,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs ?? 3_000,
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    // The server reports its own statement timeout; this one is for a server that does not respond.
    query_timeout: statementTimeoutMs + NO_ANSWER_MS,
    application_name: options.name ?? 'youtility-api',
    ...KEEPALIVE,
    types,
    // Set explicitly, so that a commit is on disk whatever the server's default is.
    options: options.byKey ? `${DURABLE} ${BY_INDEX}` : DURABLE,
  })
  // Without a listener a broken idle connection would end the process.
  pool.on('error', (error) => options.onIdleError?.(error))
  // The pool listens to idle connections only. One that breaks while checked out, between two statements, would also
  // end the process; its user sees the error at the next statement.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Column list for `select` and `returning` with aliases in camel case: `member_id as "memberId"`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the row's type checks the names
export const columnsOf = <Row>(...names: readonly (keyof Row & string)[]): string =>
  names.map((name) => (inPostgres(name) === name ? name : `${inPostgres(name)} as "${name}"`)).join(', ')

/** Executes a statement that changes rows; returns how many it changed. */
export const rowsChanged = async (
  db: Pool | PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<number> => (await db.query(text, [...values])).rowCount ?? 0

/** Returns a purge: it deletes the rows of a table whose time in `column` is older than `retentionMs`. */
export const purgeOlder =
  (
    { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
    table: string,
    column: string,
    retentionMs: number,
  ) =>
  (): Promise<number> =>
    rowsChanged(pool, `delete from ${table} where ${column} < $1`, [
      new Date(clock().getTime() - retentionMs),
    ])

/**
 * Runs `work` on one connection of `pool` in one transaction. Rolls back when it throws, or when `commitIf` returns
 * false for its result.
 *
 * A connection that could not be rolled back is in an unknown state: it is closed, never reused.
 */
export const inTransaction = async <T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  commitIf: (result: T) => boolean = () => true,
): Promise<T> => {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query(commitIf(result) ? 'commit' : 'rollback')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    client.release(broken)
  }
}
