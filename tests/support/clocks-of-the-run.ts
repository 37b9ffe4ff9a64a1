const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The longest that a run takes, on a slow machine too. */
const RUN_MS_MAX = HOUR_MS / 2

/**
 * At midnight (UTC) interest is paid, and a month may end, in the midst of what tests count: a run that begins at `now`
 * and would meet it has its clocks set back by an hour. Variables for its processes.
 */
export const clocksOfTheRun = (now: number): Record<string, string> => {
  if (DAY_MS - (now % DAY_MS) > RUN_MS_MAX) return {}
  const setBack = new URL('set-back-clock.ts', import.meta.url).href
  return {
    TEST_CLOCK_BACK_MS: String(HOUR_MS),
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${setBack}`.trim(),
  }
}
