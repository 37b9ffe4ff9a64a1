import type { Pool } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { rowsChanged } from '../database.ts'

/** How long the answer of a command is kept word for word. No client repeats a request for longer. */
const ANSWER_RETENTION_DAYS = 30

const BATCH_MAX = 5_000

/** Only what was written in the two weeks after its time was up is looked at: the table grows for ever. */
const FORGET = `
  update app.idempotency_key set response = null
  where ctid = any(array(
    select ctid from app.idempotency_key
    where created_at < $1 and created_at >= $1 - interval '14 days' and status < 400 and response is not null
    limit ${BATCH_MAX}))`

/**
 * Forgets what was answered to old commands: the answers name people. The keys stay, so that an old request that
 * comes again still moves nothing: it is looked for in the ledger, as after a crash, and answered from there.
 * Refusals stay too, since the ledger knows nothing of them; they name nobody.
 */
export const forgetAnswers =
  ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }) =>
  (): Promise<number> =>
    rowsChanged(pool, FORGET, [new Date(clock().getTime() - ANSWER_RETENTION_DAYS * DAY_MS)])
