import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { PASSKEY_OPEN_HOURS, PASSKEY_WAIT_HOURS, type PasskeyWait } from '../contract/passkeys.ts'
import { inTransaction, purgeOlder, rowsChanged } from '../database/database.ts'
import { holdAccountOpen } from '../identity/account-open.ts'

const HOUR_MS = 3_600_000
const WHOLE_MS = (PASSKEY_WAIT_HOURS + PASSKEY_OPEN_HOURS) * HOUR_MS

const shown = (startedAt: Date): PasskeyWait => ({
  started_at: startedAt.toISOString(),
  opens_at: new Date(startedAt.getTime() + PASSKEY_WAIT_HOURS * HOUR_MS).toISOString(),
  closes_at: new Date(startedAt.getTime() + WHOLE_MS).toISOString(),
})

/**
 * The wait in `app.passkey_wait`: the way to the first passkey, and back after losing the last one, for members whose
 * provider proves nothing. Everybody signed in as the member learns of it and has a day to stop it.
 */
export const createPasskeyWait = ({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }) => {
  const find = async (memberId: string): Promise<PasskeyWait | null> => {
    const { rows } = await pool.query<{ started_at: Date }>(
      'select started_at from app.passkey_wait where member_id = $1 and started_at > $2',
      [memberId, new Date(clock().getTime() - WHOLE_MS)],
    )
    return rows[0] ? shown(rows[0].started_at) : null
  }
  return {
    find,
    /** Whether it has run, and not too long ago. */
    isOver: (wait: PasskeyWait | null): boolean =>
      wait !== null && Date.parse(wait.opens_at) <= clock().getTime(),
    /** @param announce called before a new wait begins; one that is under way goes on unannounced */
    start: async (memberId: string, announce: () => Promise<void>): Promise<PasskeyWait> => {
      const running = await find(memberId)
      if (running) return running
      await announce()
      return inTransaction(pool, async (client) => {
        await holdAccountOpen(client, memberId)
        const { rows } = await client.query<{ started_at: Date }>(
          `insert into app.passkey_wait as w (member_id, started_at) values ($1, $2)
           on conflict (member_id) do update set started_at = case
             when w.started_at <= $3 then excluded.started_at else w.started_at end
           returning started_at`,
          [memberId, clock(), new Date(clock().getTime() - WHOLE_MS)],
        )
        return shown(rows[0]?.started_at ?? clock())
      })
    },
    /** Also ends what it has allowed to begin. Returns whether there was one. */
    stop: async (memberId: string): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        await client.query('delete from app.passkey_challenge where member_id = $1', [memberId])
        return (
          (await rowsChanged(client, 'delete from app.passkey_wait where member_id = $1', [memberId])) > 0
        )
      }),
    purge: purgeOlder({ pool, clock }, 'app.passkey_wait', 'started_at', WHOLE_MS),
  }
}
