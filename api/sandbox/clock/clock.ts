import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { DAY_MS } from '../../../events/calendar.ts'
import type { Clock } from '../../../events/ids.ts'
import type { MoneyClock } from '../../clock/money-clock.ts'

const READ = 'select shift_ms, target_ms from app.sandbox_clock'
const AIM = `
  insert into app.sandbox_clock as known (shift_ms, target_ms) values (0, $1)
  on conflict (one) do update set target_ms = greatest(known.target_ms, known.shift_ms) + excluded.target_ms
  returning target_ms`
const STEP = `
  update app.sandbox_clock set shift_ms = least(target_ms, $1)
  where shift_ms < least(target_ms, $1)`
const ARRIVE = 'update app.sandbox_clock set target_ms = null where target_ms <= shift_ms'

/** Whoever advances it waits for so long; afterwards it goes on, ms. */
const WAIT_MS_MAX = 15_000
const LOOK_MS = 25

/** Creates the sandbox clock, with the stored shift of this and all earlier runs. */
export const createSandboxClock = async ({
  pool,
  clock,
}: {
  readonly pool: Pool
  /** The real clock. */
  readonly clock: Clock
}): Promise<MoneyClock> => {
  let shift = 0
  /** Where it is and goes; `target` is null when what is due by now is done. */
  const look = async (): Promise<{ readonly shift: number; readonly target: number | null }> => {
    const { rows } = await pool.query<{ shift_ms: bigint; target_ms: bigint | null }>(READ)
    const [row] = rows
    // The shift only grows.
    shift = Math.max(shift, Number(row?.shift_ms ?? 0))
    return { shift, target: row === undefined || row.target_ms === null ? null : Number(row.target_ms) }
  }
  await look()
  return {
    now: () => new Date(clock().getTime() + shift),
    shiftMs: () => shift,
    toReal: (at) => (at.getTime() > clock().getTime() ? new Date(at.getTime() - shift) : at),
    advance: async (days) => {
      const { rows } = await pool.query<{ target_ms: bigint }>(AIM, [days * DAY_MS])
      const aim = Number(rows[0]?.target_ms)
      const until = performance.now() + WAIT_MS_MAX
      for (let at = await look(); at.shift < aim || at.target !== null; at = await look()) {
        if (performance.now() > until) break
        await sleep(LOOK_MS)
      }
      return shift
    },
    refresh: async () => void (await look()),
    goOn: async (settled) => {
      let at = await look()
      if (at.target === null) return
      while (at.target !== null && at.shift < at.target) {
        // On every day, however long the way: interest, bills and their payments are due on days of their own.
        await pool.query(STEP, [at.shift + DAY_MS])
        at = await look()
        await settled()
      }
      await pool.query(ARRIVE)
    },
  }
}
