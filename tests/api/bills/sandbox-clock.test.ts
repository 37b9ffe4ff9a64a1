import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLOCK_SHIFT_HEADER } from '../../../api/contract/sandbox.ts'
import { realClock } from '../../../api/clock/money-clock.ts'
import { registerMoneyClock } from '../../../api/clock/routes.ts'
import { createSandboxClock } from '../../../api/sandbox/clock/clock.ts'
import { openBrowser } from '../../support/browser.ts'
import { DAY_MS, standingClock } from '../../support/moving-clock.ts'
import { startTestApp, type TestApp } from '../../support/test-app.ts'
import { refusal } from '../../support/wallet-calls.ts'

const clock = standingClock('2026-05-01T00:00:00.000Z')

describe('the clock that money goes by', () => {
  let app: TestApp
  beforeAll(async () => {
    // As in production, where the clock cannot be advanced.
    app = await startTestApp({ routes: (api) => registerMoneyClock(api, realClock(clock)) })
  })
  afterAll(() => app?.stop())

  it('is the real one in production, and refuses to be put forward', async () => {
    const member = openBrowser(app.url)
    await member.signIn('ada')
    const response = await member.post('/api/sandbox/clock/advance', { days: 1 })
    expect(response.headers.get(CLOCK_SHIFT_HEADER)).toBeNull()
    expect(await refusal(response)).toMatchObject({ status: 403, code: 'sandbox_only' })
    const { rows } = await app.pool.query('select from app.sandbox_clock')
    expect(rows).toHaveLength(0)
    await expect(realClock(clock).advance(1)).rejects.toThrow(/production/)
  })

  it('goes forward for every process on the database, over restarts, and never back', async () => {
    const [one, other] = await Promise.all([
      createSandboxClock({ pool: app.pool, clock }),
      createSandboxClock({ pool: app.pool, clock }),
    ])
    expect([one.shiftMs(), one.now()]).toEqual([0, clock()])
    const stops: number[] = []
    const moved = Promise.all([one.advance(3), other.advance(4)])
    await expect
      .poll(() => one.goOn(async () => void stops.push(one.shiftMs() ?? 0)).then(() => stops.length))
      .toBe(7)
    expect(await moved).toContain(7 * DAY_MS)
    expect(stops).toEqual([1, 2, 3, 4, 5, 6, 7].map((day) => day * DAY_MS))
    await Promise.all([one.refresh(), other.refresh()])
    expect([one.shiftMs(), other.shiftMs()]).toEqual([7 * DAY_MS, 7 * DAY_MS])
    const later = await createSandboxClock({ pool: app.pool, clock })
    expect(later.now().getTime()).toBe(clock().getTime() + 7 * DAY_MS)
    // Its times are converted to real time; times from before the advance stay as they are.
    expect(later.toReal(later.now())).toEqual(clock())
    expect(later.toReal(new Date(clock().getTime() - 5))).toEqual(new Date(clock().getTime() - 5))
    await app.pool.query('update app.sandbox_clock set shift_ms = 0')
    await later.refresh()
    expect(later.shiftMs()).toBe(7 * DAY_MS)
  })

  it('stops on every day of a year, so that nothing that is due on one is left behind', async () => {
    await app.pool.query('delete from app.sandbox_clock')
    const moving = await createSandboxClock({ pool: app.pool, clock })
    const stops: number[] = []
    const moved = moving.advance(366)
    await expect
      .poll(() => moving.goOn(async () => void stops.push(moving.shiftMs() ?? 0)).then(() => stops.length))
      .toBeGreaterThan(0)
    expect(await moved).toBe(366 * DAY_MS)
    expect(stops).toEqual(Array.from({ length: 366 }, (_, day) => (day + 1) * DAY_MS))
  })
})
