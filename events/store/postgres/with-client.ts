import { Client } from 'pg'
import { CONNECT_TIMEOUT_MS, KEEPALIVE } from './keepalive.ts'

/**
 * Runs `work` on a connection of its own.
 * @param purpose shown in `pg_stat_activity`
 */
export const withClient = async <T>(
  url: string,
  purpose: string,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client({
    connectionString: url,
    application_name: `youtility ${purpose}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...KEEPALIVE,
  })
  client.on('error', () => {}) // pg rejects the running query; without a listener the process would end
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
