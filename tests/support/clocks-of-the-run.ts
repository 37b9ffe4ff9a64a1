const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The longest that a run takes, on a slow machine too. */
const RUN_MS_MAX = HOUR_MS / 2

/**
 * Environment variables for the processes of a run that begins at `now`. Interest is paid at midnight (UTC), and a
 * month may end, which changes the amounts that tests count: close to midnight its clocks are set back by an hour.
 */
export const clocksOfTheRun = (now: number): Record<string, string> => {
  if (DAY_MS - (now % DAY_MS) > RUN_MS_MAX) return {}
  const setBack = new URL('set-back-clock.ts', import.meta.url).href
  return {
    TEST_CLOCK_BACK_MS: String(HOUR_MS),
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${setBack}`.trim(),
  }
}
