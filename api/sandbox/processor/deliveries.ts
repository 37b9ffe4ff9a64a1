import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import type { Clock } from '../../../events/ids.ts'
import { untilNextDue } from '../../processes/next-due.ts'
import { recurring, type Recurring } from '../../processes/recurring.ts'
import { rowsChanged } from '../../database/database.ts'
import { sign, SIGNATURE_HEADER } from './signature.ts'

const EVERY_MS = 200
const AT_ONCE_MAX = 20
const ANSWER_MS_MAX = 10_000
/** Pause between two attempts of one delivery: 1 s, doubled each time up to this many seconds. */
const BACKOFF_SECONDS_MAX = 300

/** Claims due deliveries. If a worker dies while sending, the delivery is retried after the pause. */
const CLAIM = `
  update app.sandbox_sending set
    attempts = attempts + 1,
    next_at = $1::timestamptz + interval '1 second' * least(power(2, attempts), ${BACKOFF_SECONDS_MAX})
  where id in (
    select id from app.sandbox_sending where sent_at is null and next_at <= $1
    order by next_at, id limit ${AT_ONCE_MAX} for update skip locked
  )
  returning id, body`

const NEXT = {
  name: 'sandbox-sending-next',
  text: 'select min(next_at) as at from app.sandbox_sending where sent_at is null',
}

/**
 * Sends the sandbox's webhooks when they are due, over HTTP and signed, as a real processor would: to `url`, until it
 * answers with success. They are stored in Postgres, so a crash loses nothing. Any number of workers may run it at
 * once.
 */
export const startSandboxDeliveries = ({
  pool,
  clock,
  secret,
  url,
  log,
}: {
  pool: Pool
  clock: Clock
  secret: string
  /** URL of the webhook endpoint. */
  url: string
  log: Pick<BaseLogger, 'warn' | 'error'>
}): Recurring => {
  const send = async ({ id, body }: { id: bigint; body: string }): Promise<void> => {
    try {
      const bytes = Buffer.from(body)
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER]: sign(secret, bytes, clock()) },
        body: bytes,
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
      })
      await response.arrayBuffer()
      if (response.ok)
        await pool.query('update app.sandbox_sending set sent_at = $2 where id = $1', [id, clock()])
      else
        log.warn({ status: response.status }, 'A webhook of the sandbox was refused and is sent again later')
    } catch (error) {
      log.warn({ err: error }, 'A webhook of the sandbox could not be sent and is tried again later')
    }
  }
  return recurring({
    name: 'sandbox webhooks',
    everyMs: EVERY_MS,
    wokenBy: ['sandbox webhooks'],
    log,
    round: async () => {
      const { rows } = await pool.query<{ id: bigint; body: string }>(CLAIM, [clock()])
      await Promise.all(rows.map(send))
      return untilNextDue(pool, clock, NEXT)
    },
  })
}

/** Deletes deliveries that were sent before `before`. */
export const purgeSandboxSendings = (pool: Pool, before: Date): Promise<number> =>
  rowsChanged(pool, 'delete from app.sandbox_sending where sent_at < $1', [before])
