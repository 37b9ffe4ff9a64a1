import { Client, type ClientConfig } from 'pg'
import { StoreUnavailable } from '../event-store.ts'
import { SCHEMA } from './event-store-schema.ts'
import { CONNECT_TIMEOUT_MS, KEEPALIVE, KEEPALIVE_SETTINGS } from './keepalive.ts'
import { typeParsers } from './types.ts'

export interface ConnectionOptions {
  readonly url: string
  /** Shown in `pg_stat_activity`. */
  readonly name: string
  /** The server cancels a statement after this. Must be below any client-side deadline. */
  readonly statementTimeoutMs: number
  /** The server gives up waiting for a lock after this. */
  readonly lockTimeoutMs: number
}

/**
 * Prepared plans are made while the tables are small and still used when they are large, so only index scans
 * are allowed: every query of the store is a look-up or a range in index order.
 */
const SESSION = [`search_path=${SCHEMA}`, 'timezone=UTC', 'datestyle=ISO', 'synchronous_commit=on']
  .concat('enable_seqscan=off', 'enable_bitmapscan=off', ...KEEPALIVE_SETTINGS)
  .map((setting) => `-c ${setting}`)
  .join(' ')

/** Settings of every connection of the event store, with type parsers of its own instead of pg's global ones. */
export const connectionConfig = (options: ConnectionOptions): ClientConfig => {
  const url = new URL(options.url)
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} ${SESSION}`.trim())
  return {
    connectionString: url.href,
    application_name: options.name,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...KEEPALIVE,
    types: typeParsers,
  }
}

/**
 * A dedicated connection; `onLost` is called once when it ends for any reason, even while connecting.
 * @throws {StoreUnavailable}
 */
export const connect = async (
  options: ConnectionOptions,
  onLost: (lost: Client) => void,
): Promise<Client> => {
  const client = new Client(connectionConfig(options))
  client.on('error', () => {}) // followed by 'end'; pg rejects the running queries
  client.once('end', () => onLost(client))
  try {
    await client.connect()
    return client
  } catch (cause) {
    void discard(client)
    throw new StoreUnavailable(`Postgres does not answer (${options.name})`, { cause })
  }
}

/** Ends a connection without waiting for its running queries. */
export const discard = (client: Client): Promise<void> => client.end().catch(() => {})
