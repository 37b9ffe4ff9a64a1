import type { Pool } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { rowsChanged } from '../database/database.ts'

/** Days for which a command's answer is stored verbatim. No client retries for longer. */
const ANSWER_RETENTION_DAYS = 30

const BATCH_MAX = 5_000

/** Looks only at answers that expired within the last two weeks, since the table grows for ever. */
const FORGET = `
  update app.idempotency_key set response = null
  where ctid = any(array(
    select ctid from app.idempotency_key
    where created_at < $1 and created_at >= $1 - interval '14 days' and status < 400 and response is not null
    limit ${BATCH_MAX}))`

/**
 * Deletes the answers of old commands, since they name people. The keys stay, so that an old request sent again still
 * moves nothing: its outcome is looked up in the ledger, as after a crash. Refusals stay too, since they are not in the
 * ledger; they name nobody.
 */
export const forgetAnswers =
  ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }) =>
  (): Promise<number> =>
    rowsChanged(pool, FORGET, [new Date(clock().getTime() - ANSWER_RETENTION_DAYS * DAY_MS)])
