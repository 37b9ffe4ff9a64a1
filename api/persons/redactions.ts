import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import { HOUR_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import type { PersonCheck } from './person-check.ts'

interface Row {
  readonly check_id: string
  readonly provider: string
  readonly reference: string | null
}

const AT_ONCE_MAX = 20
/** Pause between two attempts: a minute, doubled each time up to so many seconds. */
const BACKOFF_SECONDS_MAX = 86_400

const CLAIM = `
  update app.person_redaction set attempts = attempts + 1,
    next_at = $1::timestamptz + interval '1 second' * least(60 * power(2, least(attempts, 20)), ${BACKOFF_SECONDS_MAX})
  where check_id in (
    select check_id from app.person_redaction where next_at <= $1 order by next_at limit ${AT_ONCE_MAX}
    for update skip locked
  )
  returning check_id, provider, reference`

/** When the next one is due, for `untilNextDue`. */
export const NEXT_REDACTION = {
  name: 'person-redaction-next',
  text: 'select min(next_at) as at from app.person_redaction',
}

/** Has providers delete what they collected; each until the provider has said that it does. */
export const createRedactions = ({
  pool,
  check,
  returnUrl,
  clock,
  log,
}: {
  readonly pool: Pool
  readonly check: PersonCheck | null
  readonly returnUrl: string
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'warn'>
}) => {
  const redact = async ({ check_id: checkId, provider, reference }: Row): Promise<void> => {
    if (provider !== check?.name) {
      log.warn({ checkId, provider }, 'A check is to be deleted at a provider that is not set up any more')
      return
    }
    // Of a check whose start was never answered, the provider tells the reference when it is repeated.
    const known = reference ?? (await check.start({ checkId, returnUrl })).reference
    if ((await check.redact(known)) === 'done')
      await pool.query('delete from app.person_redaction where check_id = $1', [checkId])
    else
      await pool.query('update app.person_redaction set next_at = $2 where check_id = $1', [
        checkId,
        new Date(clock().getTime() + HOUR_MS),
      ])
  }
  return {
    /** Those that are due, each postponed until it is tried again. */
    claimDue: async (): Promise<readonly Row[]> => (await pool.query<Row>(CLAIM, [clock()])).rows,
    redact,
    /** How many wait, for the operator. */
    waiting: async (): Promise<number> => {
      const { rows } = await pool.query<{ count: bigint }>({
        name: 'person-redactions-waiting',
        text: 'select count(*) as count from app.person_redaction',
      })
      return Number(rows[0]?.count ?? 0n)
    },
  }
}
export type Redactions = ReturnType<typeof createRedactions>
