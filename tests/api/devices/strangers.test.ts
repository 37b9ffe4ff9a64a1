import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deviceOperations } from '../../../api/contract/device-operations.ts'
import { openBrowser } from '../../support/browser.ts'
import { standingClock, DAY_MS } from '../../support/moving-clock.ts'
import {
  insightsOf,
  profileOf,
  profilesOf,
  provisions,
  subscriberOf,
  usageOf,
} from '../../support/device-calls.ts'
import { startTestServer, type TestServer, type Member } from '../../support/test-server.ts'
import { hourFloor } from '../../../api/devices/cycle.ts'
import { refusal } from '../../support/wallet-calls.ts'

const clock = standingClock('2026-11-21T12:00:00Z')
let server: TestServer
let ada: Member
let grace: Member
let deviceId = ''
let insightId = ''
let subscriberId = ''
beforeAll(async () => {
  server = await startTestServer({ clock, env: { SANDBOX_MINUTE_SECONDS: '1' } })
  ;[ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
  deviceId = (
    await provisions(ada, { device_label: 'Hers alone', plan_type: 'unlimited', device_type: 'tablet' })
  ).id
  // Only these polls move the clock, a second each.
  await vi.waitUntil(
    async () => {
      clock.forward(1_000)
      return (await profileOf(ada, deviceId))?.status === 'active'
    },
    { timeout: 15_000 },
  )
  clock.forward(10 * DAY_MS)
  ada = await server.signIn('ada')
  grace = await server.signIn('grace')
  // Waits until all usage is recorded: more of it would change what is compared below.
  await vi.waitUntil(
    async () => {
      clock.forward(1_000)
      return Date.parse((await usageOf(ada)).metered_until ?? '') === hourFloor(clock()).getTime()
    },
    { timeout: 15_000 },
  )
  insightId = await vi.waitUntil(
    async () => (await insightsOf(ada)).insights.find(({ device_id: id }) => id === deviceId)?.id,
    { timeout: 15_000 },
  )
  subscriberId = (await subscriberOf(ada)).subscriber_id
}, 60_000)
afterAll(() => server?.stop())

const routes = () => {
  const device = `/api/mvno/esim/profiles/${deviceId}`
  return [
    ['PUT', device, { device_label: 'Mine' }],
    ['PUT', device, { plan_type: 'data_only_5gb' }],
    ['DELETE', device],
    ['POST', `${device}/suspend`],
    ['POST', `${device}/resume`],
    ['POST', `${device}/retry`],
    ['GET', `${device}/activation`],
    ['GET', `/api/mvno/diagnostics/${subscriberId}`],
    ['POST', `/api/mvno/ai-insights/${insightId}/apply`],
    ['POST', `/api/mvno/ai-insights/${insightId}/dismiss`],
  ] as const
}
const call = (member: Pick<Member, 'fetch'>, method: string, path: string, body?: unknown) =>
  member.fetch(path, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })

describe('another member', () => {
  it('is told of every id as of one that never was, and changes nothing', async () => {
    const before = await profileOf(ada, deviceId)
    const insights = await insightsOf(ada)
    for (const [method, path, body] of routes()) {
      const answer = await refusal(await call(grace, method, path, body))
      expect(answer.status, `${method} ${path}`).toBe(404)
      const unknown = path.replace(/[0-9a-f-]{36}/, randomUUID())
      expect(await refusal(await call(grace, method, unknown, body))).toEqual(answer)
    }
    expect(await profileOf(ada, deviceId)).toEqual(before)
    expect(await insightsOf(ada)).toEqual(insights)
  })

  it('finds nothing of it in any list', async () => {
    const lists = Object.values(deviceOperations).filter(
      ({ method, path }) => method === 'GET' && !path.includes('{'),
    )
    expect(lists.length).toBeGreaterThan(5)
    const device = await profileOf(ada, deviceId)
    for (const { path } of lists) {
      const text = await (await grace.fetch(path)).text()
      for (const secret of [deviceId, 'Hers alone', insightId, subscriberId, device?.iccid, device?.msisdn])
        expect(text).not.toContain(secret)
    }
    expect((await profilesOf(grace)).map(({ id }) => id)).not.toContain(deviceId)
  })
})

describe('nobody', () => {
  it('calls anything without having signed in', async () => {
    const visitor = openBrowser(server.url)
    for (const { method, path } of Object.values(deviceOperations)) {
      const answer = await refusal(await call(visitor, method, path.replaceAll(/\{\w+\}/g, deviceId)))
      expect(answer, path).toMatchObject({ status: 401, code: 'not_signed_in' })
    }
  })
})
