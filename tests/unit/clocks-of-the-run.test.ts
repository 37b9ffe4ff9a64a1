import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { clocksOfTheRun } from '../support/clocks-of-the-run.ts'

const HOUR_MS = 3_600_000
/** The machine's time, even if the clock of this test run is set back. */
const realNow = (): number => Date.now() + Number(process.env['TEST_CLOCK_BACK_MS'] ?? 0)

it('a run that ends before midnight goes by the real time', () => {
  for (const time of ['00:00:00', '12:00:00', '23:29:59'])
    expect(clocksOfTheRun(Date.parse(`2028-02-29T${time}Z`)), time).toEqual({})
})

it('one that would meet midnight has its processes an hour behind, in all that tells the time', () => {
  for (const time of ['23:30:00', '23:59:59']) {
    const env = clocksOfTheRun(Date.parse(`2026-12-31T${time}Z`))
    const told = `const times = [Date.now(), new Date().getTime(), new Date(5).getTime(), Date.parse('1970-01-01T00:00:00.007Z')]
      console.log(JSON.stringify([...times, new Date() instanceof Date, Date.UTC(1970, 0, 1, 0, 0, 1)]))`
    const from = realNow()
    const [now, date, ...fixed]: number[] = JSON.parse(
      execFileSync(process.execPath, ['--eval', told], { env: { ...process.env, ...env }, encoding: 'utf8' }),
    )
    for (const ms of [now, date]) {
      expect(ms).toBeGreaterThanOrEqual(from - HOUR_MS)
      expect(ms).toBeLessThanOrEqual(realNow() - HOUR_MS)
    }
    expect(fixed).toEqual([5, 7, true, 1_000])
  }
})
