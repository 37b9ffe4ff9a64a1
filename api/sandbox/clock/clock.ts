import type { Pool } from 'pg'
import { DAY_MS } from '../../../events/calendar.ts'
import type { Clock } from '../../../events/ids.ts'
import type { MoneyClock } from '../../clock/money-clock.ts'

const READ = 'select shift_ms from app.sandbox_clock'
const ADVANCE = `
  insert into app.sandbox_clock as known (shift_ms) values ($1)
  on conflict (one) do update set shift_ms = known.shift_ms + excluded.shift_ms
  returning shift_ms`

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
  /** The shift only grows. */
  const take = (stored: bigint | undefined): number => {
    shift = Math.max(shift, Number(stored ?? 0))
    return shift
  }
  const refresh = async (): Promise<void> => {
    const { rows } = await pool.query<{ shift_ms: bigint }>(READ)
    take(rows[0]?.shift_ms)
  }
  await refresh()
  return {
    now: () => new Date(clock().getTime() + shift),
    shiftMs: () => shift,
    toReal: (at) => (at.getTime() > clock().getTime() ? new Date(at.getTime() - shift) : at),
    advance: async (days) => {
      const { rows } = await pool.query<{ shift_ms: bigint }>(ADVANCE, [days * DAY_MS])
      return take(rows[0]?.shift_ms)
    },
    refresh,
  }
}
