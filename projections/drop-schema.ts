import { setTimeout as sleep } from 'node:timers/promises'
import { escapeIdentifier, type Client } from 'pg'
import { inTransaction } from './commit.ts'
import { isTransient } from './failure.ts'

/** For the transaction: whoever reads the tables is not blocked for long by a change of the schema that has to wait. */
export const LOCK_TIMEOUT = `set local lock_timeout = '5s'`
const ATTEMPTS = 5
const ATTEMPT_PAUSE_MS = 500

/** Retries work that failed for a passing reason, such as a lock that another transaction has. */
export const persistently = async (work: () => Promise<void>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error
      await sleep(ATTEMPT_PAUSE_MS)
    }
  }
}

export const dropSchema = (client: Client, schema: string): Promise<void> =>
  persistently(() =>
    inTransaction(client, async () => {
      await client.query(LOCK_TIMEOUT)
      await client.query(`drop schema if exists ${escapeIdentifier(schema)} cascade`)
    }),
  )
