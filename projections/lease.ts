import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { endSession, openSession, type SessionOptions } from './session.ts'

/** Interval at which a standby tries to take over, ms; up to a half more at random. */
const STANDBY_MS = 1_000
/** A holder that has not answered a standby for this long is gone or hangs, ms. */
const SILENCE_MS_MAX = 5_000
/** A standby's own connection that does not answer for this long is given up, ms. */
const ANSWER_MS_MAX = 4_000

const CHANNEL = 'lease_challenge'

/** The right to write a schema's read models. The connection is the lease: when it ends, so does the right. */
export interface Lease {
  readonly client: Client
  /** Aborted when the connection is lost. */
  readonly lost: AbortSignal
  /** Ends the lease. */
  readonly release: () => Promise<void>
}

/** The lock that is the lease of a schema's read models. */
export const leaseKey = (schema: string): string => `youtility projections ${schema}`

/** Takes the lease with the key `$1` if nobody has it, until the session ends. */
export const LEASE = `select pg_try_advisory_lock(hashtextextended($1, 0)) as held`

/**
 * Asks the holder for a sign of life, and reads when its session last did something. A statement that Postgres itself
 * works on is a sign of life; one that waits for its client is not.
 */
const CHALLENGE = `
  with key as (select hashtextextended($1, 0) as bits),
  holder as (
    select pid, backend_start, state_change, state = 'active' and wait_event_type is distinct from 'Client' as works
    from key, pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted
      and pg_locks.database = (select oid from pg_database where datname = current_database())
      and classid::bigint = (bits >> 32) & 4294967295 and objid::bigint = bits & 4294967295 and objsubid = 1
  )
  select pid, backend_start::text as since,
    not works and state_change < clock_timestamp() - make_interval(secs => $2) as silent,
    pg_notify('${CHANNEL}', '')
  from holder`

/** Ends the session of a holder that is silent, unless another process holds the lease by now. */
const END = `
  select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start::text = $2`

/** A statement whose connection is closed when the answer does not come in time. */
const answered = (text: string, ...values: unknown[]) => ({ text, values, query_timeout: ANSWER_MS_MAX })

interface Holder {
  readonly pid: number
  readonly since: string
  readonly silent: boolean
}

/** Answers challenges on the lease's own connection, and so proves that this process and the way to it are alive. */
const answerChallenges = async (client: Client): Promise<void> => {
  client.on('notification', ({ channel }) => {
    if (channel === CHANNEL) client.query({ name: 'lease-answer', text: 'select' }).catch(() => undefined)
  })
  await client.query(`listen ${CHANNEL}`)
}

/** Ends the lease of a holder that left every challenge of `SILENCE_MS_MAX` unanswered. */
const createChallenger = (client: Client, key: string, onEnded: () => void) => {
  let holder = ''
  let challengedAt = 0
  return async (): Promise<void> => {
    const { rows } = await client.query<Holder>(answered(CHALLENGE, key, SILENCE_MS_MAX / 1_000))
    const [found] = rows
    const name = found ? `${found.pid} ${found.since}` : ''
    if (name !== holder) {
      holder = name
      challengedAt = performance.now()
    }
    // An idle holder has done nothing for hours; only since the first challenge does its silence mean something.
    if (!found?.silent || performance.now() - challengedAt < SILENCE_MS_MAX) return
    await client.query(answered(END, found.pid, found.since))
    onEnded()
  }
}

/**
 * Waits until this process is the only one that writes the read models of a schema, by a Postgres
 * advisory lock of the session. It polls instead of waiting inside Postgres, where a statement that waits for
 * hours would keep vacuum from cleaning up. It needs a real connection: a pooler that shares sessions between
 * transactions breaks it.
 *
 * A holder that hangs, or whose machine vanished, keeps its lock until the network notices, which takes hours. So each
 * standby asks the holder for a sign of life and ends the session of one that is silent. Should that one come back, its
 * connection is gone, and the fence of the checkpoints refuses what it had begun. Without a standby nobody asks.
 * @throws when the database cannot be reached, or `signal` aborts
 */
export const acquireLease = async (
  options: SessionOptions,
  signal: AbortSignal,
  { onStandby, onEnded }: { readonly onStandby: () => void; readonly onEnded: () => void },
): Promise<Lease> => {
  const client = await openSession(options)
  const lost = new AbortController()
  client.once('end', () => lost.abort())
  const release = (): Promise<void> => endSession(client)
  const key = leaseKey(options.schema)
  const challenge = createChallenger(client, key, onEnded)
  try {
    for (;;) {
      signal.throwIfAborted()
      const { rows } = await client.query<{ held: boolean }>(answered(LEASE, key))
      if (rows[0]?.held) {
        await answerChallenges(client)
        return { client, lost: lost.signal, release }
      }
      onStandby()
      await challenge()
      await sleep(STANDBY_MS * (1 + Math.random() / 2), undefined, {
        signal: AbortSignal.any([signal, lost.signal]),
      })
    }
  } catch (error) {
    await release()
    throw error
  }
}
