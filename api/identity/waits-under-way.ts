import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import type { AppContext } from '../http/context.ts'
import type { ApiRouter } from '../http/operation.ts'
import { PASSKEY_OPEN_HOURS, PASSKEY_WAIT_HOURS } from '../contract/passkeys.ts'

const UNDER_WAY = {
  name: 'waits-under-way',
  text: `
    select exists (select from app.account_closing where member_id = $1)
      or exists (select from app.saved_bank_account
        where member_id = $1 and removed_at is null and usable_from > $2)
      or exists (select from app.passkey_wait where member_id = $1
        and started_at > $2::timestamptz - interval '${PASSKEY_WAIT_HOURS + PASSKEY_OPEN_HOURS} hours') as waits`,
}

/** Whether something of a member's waits that their other places were told of, and can stop. */
const hasWaitUnderWay = async (pool: Pool, memberId: string, now: Date): Promise<boolean> =>
  (await pool.query<{ waits: boolean }>({ ...UNDER_WAY, values: [memberId, now] })).rows[0]?.waits === true

/**
 * Guards what keeps a place from hearing more: while something waits that the place was told of, only its member does so.
 * @returns throws 403 where nothing proves that the member is there
 */
export const assertMaySilenceBy =
  ({ freshSignIn }: Pick<ApiRouter, 'freshSignIn'>, pool: Pool, clock: Clock) =>
  async (ctx: AppContext, memberId: string): Promise<void> => {
    if (freshSignIn.isFresh(ctx) || !(await hasWaitUnderWay(pool, memberId, clock()))) return
    await freshSignIn.refuse(ctx, memberId, 'ending another place while something of yours waits')
  }
