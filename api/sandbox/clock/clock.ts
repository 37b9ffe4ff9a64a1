import type { Pool } from 'pg'
import type { Clock } from '../../../events/ids.ts'

/**
 * The time by which money moves. In development and tests it can be put forward, for good, so that interest, bills,
 * votes and valuations can be watched; sessions and what outsiders see go by the real clock.
 */
export interface SandboxClock {
  readonly now: Clock
  /** How far it is ahead of the real clock, ms; null where there is nothing to put forward. */
  readonly shiftMs: () => number | null
  /** The real time of something that this clock may have dated. */
  readonly toReal: (at: Date) => Date
  /** Puts it forward, for every process that works on this database. Answers the whole shift, ms. */
  readonly advance: (days: number) => Promise<number>
  /** Takes over what another process has put forward. */
  readonly refresh: () => Promise<void>
}

const DAY_MS = 86_400_000

const READ = 'select shift_ms from app.sandbox_clock'
const ADVANCE = `
  insert into app.sandbox_clock as known (shift_ms) values ($1)
  on conflict (one) do update set shift_ms = known.shift_ms + excluded.shift_ms
  returning shift_ms`

/** Reads how far the clock has been put forward, in this and all earlier runs. */
export const createSandboxClock = async ({
  pool,
  clock,
}: {
  readonly pool: Pool
  /** The real one. */
  readonly clock: Clock
}): Promise<SandboxClock> => {
  let shift = 0
  /** Only forward. */
  const take = (stored: bigint | string | undefined): number => {
    shift = Math.max(shift, Number(stored ?? 0))
    return shift
  }
  const refresh = async (): Promise<void> => {
    const { rows } = await pool.query<{ shift_ms: bigint | string }>(READ)
    take(rows[0]?.shift_ms)
  }
  await refresh()
  return {
    now: () => new Date(clock().getTime() + shift),
    shiftMs: () => shift,
    toReal: (at) => (at.getTime() > clock().getTime() ? new Date(at.getTime() - shift) : at),
    advance: async (days) => {
      const { rows } = await pool.query<{ shift_ms: bigint | string }>(ADVANCE, [days * DAY_MS])
      return take(rows[0]?.shift_ms)
    },
    refresh,
  }
}

/** In production the time by which money moves is the real one. */
export const realClock = (clock: Clock): SandboxClock => ({
  now: clock,
  shiftMs: () => null,
  toReal: (at) => at,
  advance: () => Promise.reject(new Error('The clock of production cannot be put forward')),
  refresh: async () => {},
})
