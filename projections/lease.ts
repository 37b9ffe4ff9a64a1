import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { openSession, type SessionOptions } from './session.ts'

/** Interval at which a standby tries to take over, ms; up to a half more at random. */
const STANDBY_MS = 1_000

/** The right to write a schema's read models. The connection is the lease: when it ends, so does the right. */
export interface Lease {
  readonly client: Client
  /** Aborted when the connection is lost. */
  readonly lost: AbortSignal
  /** Ends the lease. */
  readonly release: () => Promise<void>
}

/**
 * Waits until this process is the only one that writes the read models of a schema, by a Postgres
 * advisory lock of the session. It polls instead of waiting inside Postgres, where a statement that waits for
 * hours would keep vacuum from cleaning up. It needs a real connection: a pooler that shares sessions between
 * transactions breaks it.
 * @throws when the database cannot be reached, or `signal` aborts
 */
export const acquireLease = async (
  options: SessionOptions,
  signal: AbortSignal,
  onStandby: () => void,
): Promise<Lease> => {
  const client = await openSession(options)
  const lost = new AbortController()
  client.once('end', () => lost.abort())
  const release = (): Promise<void> => client.end().catch(() => undefined)
  try {
    for (;;) {
      signal.throwIfAborted()
      const { rows } = await client.query<{ held: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
        [`youtility projections ${options.schema}`],
      )
      if (rows[0]?.held) return { client, lost: lost.signal, release }
      onStandby()
      await sleep(STANDBY_MS * (1 + Math.random() / 2), undefined, {
        signal: AbortSignal.any([signal, lost.signal]),
      })
    }
  } catch (error) {
    await release()
    throw error
  }
}
