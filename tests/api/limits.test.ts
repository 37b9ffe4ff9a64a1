import { describe, expect, it } from 'vitest'
import type { RateLimitConfig } from '../../api/config/config.ts'
import { createPool } from '../../api/database/database.ts'
import { addressKey, createRateLimits, purgeRateLimits, type RateLimits } from '../../api/http/rate-limits.ts'
import { createLogger } from '../../api/logging/logger.ts'
import { openBrowser } from '../support/browser.ts'
import { startTestApp, type TestAppOptions, type TestApp } from '../support/test-app.ts'

const withApp = async (options: TestAppOptions, test: (app: TestApp) => Promise<void>) => {
  const app = await startTestApp(options)
  try {
    await test(app)
  } finally {
    await app.stop()
  }
}

const silent = createLogger('silent')

const NONE = {
  addressPerMinute: 0,
  signInPerMinute: 0,
  moneyPerMinute: 0,
  lookupPerMinute: 0,
  heavyPerMinute: 0,
  loopMs: 0,
}

/** The limits of another process: nothing in memory yet, the same table. */
const withLimits = async (
  { databaseUrl }: TestApp,
  config: RateLimitConfig,
  test: (limits: RateLimits) => Promise<void>,
) => {
  const pool = createPool(databaseUrl, { max: 2 })
  try {
    await test(createRateLimits(config, { pool, log: silent }))
  } finally {
    await pool.end()
  }
}

const statuses = async (count: number, call: () => Promise<Response>): Promise<number[]> => {
  const seen: number[] = []
  for (let index = 0; index < count; index++) seen.push((await call()).status)
  return seen
}

describe('rate limits', () => {
  it('bound sign-ins by address', () =>
    withApp({ rateLimits: { signInPerMinute: 3 } }, async ({ url }) => {
      const start = () => openBrowser(url).fetch('/api/oauth/google/redirect_url')
      expect(await statuses(5, start)).toEqual([200, 200, 200, 429, 429])
      const refused = await openBrowser(url).post('/api/sessions', { code: 'x' })
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
      expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
      expect((await openBrowser(url).fetch('/api/users/me')).status).toBe(401)
    }))

  it('bound look-ups by member, so that one cannot spend those of another', () =>
    withApp({ rateLimits: { lookupPerMinute: 2 } }, async ({ url }) => {
      const [ada, grace] = [openBrowser(url), openBrowser(url)]
      await ada.signIn('ada')
      await grace.signIn('grace')
      expect(await statuses(3, () => ada.fetch('/api/members/lookup?identifier=ada'))).toEqual([
        200, 200, 429,
      ])
      expect((await grace.fetch('/api/members/lookup?identifier=ada')).status).toBe(200)
    }))

  it('bound what one member’s calls work', () =>
    withApp({ rateLimits: { loopMs: 1 } }, async ({ url }) => {
      const ada = openBrowser(url)
      await ada.signIn('ada')
      const look = () => ada.fetch('/api/members/lookup?identifier=grace')
      expect(await statuses(4, look)).toContain(429)
      expect(await (await look()).json()).toMatchObject({ code: 'too_much_work' })
    }))

  it('bound everything by address, as the trusted proxy tells it', () =>
    withApp({ rateLimits: { addressPerMinute: 2 }, trustProxy: ['127.0.0.1'] }, async ({ url }) => {
      // The caller may claim any address before the one that the proxy adds.
      const from = (address: string) => () =>
        openBrowser(url).fetch('/api/health/live', {
          headers: { 'X-Forwarded-For': `${Math.random()}, ${address}` },
        })
      expect(await statuses(3, from('203.0.113.1'))).toEqual([200, 200, 429])
      expect((await from('203.0.113.2')()).status).toBe(200)
    }))

  it('do not believe X-Forwarded-For without a proxy', () =>
    withApp({ rateLimits: { addressPerMinute: 2 } }, async ({ url }) => {
      let caller = 0
      const forged = () =>
        openBrowser(url).fetch('/api/health/live', {
          headers: { 'X-Forwarded-For': `203.0.113.${caller++}` },
        })
      expect(await statuses(3, forged)).toEqual([200, 200, 429])
    }))

  it('outlive a restart and hold for all processes together', () =>
    withApp({}, async (first) => {
      const few = { ...NONE, lookupPerMinute: 4, moneyPerMinute: 4 }
      const [strict, swift] = ['lookup', 'money'] as const
      const isRefused = (limits: RateLimits) =>
        limits[swift]('ada').then(
          () => false,
          () => true,
        )
      await withLimits(first, few, async (here) => {
        for (let n = 0; n < 2; n++) await Promise.all([here[strict]('ada'), here[swift]('ada')])
      })
      await withLimits(first, few, async (there) => {
        for (let n = 0; n < 2; n++) await Promise.all([there[strict]('ada'), there[swift]('ada')])
        await expect(there[strict]('ada')).rejects.toMatchObject({ status: 429 })
        // The count is added up after the answer.
        await expect.poll(() => isRefused(there)).toBe(true)
      })
      await withLimits(first, few, async (later) => {
        await expect(later[strict]('ada')).rejects.toMatchObject({ status: 429 })
        await expect.poll(() => isRefused(later)).toBe(true)
        await later[strict]('grace')
        await later[swift]('grace')
      })
    }))

  it('name nobody in the table, and leave nothing there once the minute is over', () =>
    withApp({}, async ({ pool }) => {
      const { lookup } = createRateLimits({ ...NONE, lookupPerMinute: 4 }, { pool, log: silent })
      await lookup('203.0.113.7')
      const { rows } = await pool.query<{ key: string }>('select key from app.rate_limit')
      expect(rows.map(({ key }) => key)).toEqual([expect.stringMatching(/^look-up:[\w-]{22}$/)])
      await pool.query('update app.rate_limit set expire = 1')
      expect(await purgeRateLimits(pool)()).toBe(1)
    }))

  it('do not wait for the table where every request passes, and log once that it is away', async () => {
    const lines: string[] = []
    const log = createLogger('warn', { write: (line) => void lines.push(line) })
    const away = createPool('postgres://nobody@127.0.0.1:1/none', { connectTimeoutMs: 100 })
    const { money, lookup } = createRateLimits(
      { ...NONE, moneyPerMinute: 2, lookupPerMinute: 2 },
      { pool: away, log },
    )
    for (const limit of [money, lookup]) {
      await limit('ada')
      await limit('ada')
      await expect(limit('ada')).rejects.toMatchObject({ status: 429 })
    }
    expect(lines).toEqual([expect.stringContaining('Limits cannot be counted in the database')])
    await away.end()
  })

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('count %s as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key)
  })
})
