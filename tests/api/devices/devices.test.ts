import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deviceOperations } from '../../../api/contract/device-operations.ts'
import type { Device } from '../../../api/contract/devices.ts'
import { luhnDigit } from '../../../api/sandbox/carrier/numbers.ts'
import { PLANS } from '../../../api/devices/plans.ts'
import {
  activityOf,
  becomes as becomesBy,
  deletes,
  profileOf,
  profilesOf,
  provisions,
  puts,
  subscriberOf,
  usageOf,
} from '../../support/device-calls.ts'
import { standingClock } from '../../support/moving-clock.ts'
import { signedIn, testServer, type Member } from '../../support/test-server.ts'
import { keyed, refusal } from '../../support/wallet-calls.ts'

// Time passes only in `becomes`, so an order is still under way when it is read at once. So late in a month, the month
// has usage.
const clock = standingClock('2026-09-23T12:00:00Z')
const becomes = (member: Member, id: string, status: Device['status']) => becomesBy(member, id, status, clock)
const server = testServer({ clock, env: { SANDBOX_MINUTE_SECONDS: '1' } })
const ada = signedIn(server, 'ada')
const grace = signedIn(server, 'grace')

const kindsOf = async (member: Member, deviceId: string) =>
  (await activityOf(member)).activity
    .filter(({ device_id: id }) => id === deviceId)
    .map(({ kind }) => kind)
    .toReversed()
const act = (member: Member, id: string, what: string) => member.post(`/api/mvno/esim/profiles/${id}/${what}`)
const activationOf = (member: Member, id: string) => member.fetch(`/api/mvno/esim/profiles/${id}/activation`)

describe('a demo member', () => {
  it('has one active phone with some weeks of usage', async () => {
    const [phone, ...others] = await profilesOf(grace)
    expect(others).toEqual([])
    await becomes(grace, phone?.id ?? '', 'active')
    // Usage of the time in which nothing ran is recorded in batches of some days.
    const daysWithData = async () => {
      const response = await grace.fetch('/api/mvno/usage/daily?days=30')
      const { days } = deviceOperations.getDailyUsage.response.parse(await response.json())
      return days.filter(({ data_mb: mb }) => mb > 0).length
    }
    await expect.poll(daysWithData, { timeout: 15_000 }).toBeGreaterThan(27)
    expect((await usageOf(grace)).usage.data_mb_used).toBeGreaterThan(100)
    expect(await subscriberOf(grace)).toMatchObject({
      status: 'active',
      sandbox: true,
      device_count: 1,
      device_limit: 10,
      monthly_cost_cents: 3_500,
    })
  })
})

describe('a device', () => {
  it('is ordered with the defaults of the specification, and active after a while', async () => {
    const ordered = await provisions(ada)
    expect(ordered).toMatchObject({
      device_label: 'My Device',
      device_type: 'smartphone',
      plan_type: 'standard',
      plan_name: 'Standard',
      monthly_cost_cents: 3_500,
      status: 'provisioning',
      pending: 'active',
      iccid: null,
      msisdn: null,
      activation_code: null,
      device_config: {
        roaming_enabled: false,
        data_roaming_enabled: false,
        international_calling: false,
        hotspot_enabled: true,
        preferred_network: 'auto',
        data_limit_alerts: true,
        usage_notifications: true,
        device_nickname: '',
        primary_use: 'personal',
      },
      device_info: { model: 'Generic Device', os_version: 'Unknown', manufacturer: 'Unknown' },
    })
    expect((await refusal(await activationOf(ada, ordered.id))).code).toBe('activation_not_ready')
    const active = await becomes(ada, ordered.id, 'active')
    expect(active.msisdn).toMatch(/^\+1\d{3}55501\d{2}$/)
    expect(active.iccid).toMatch(/^89\d{17}$/)
    const digits = active.iccid ?? ''
    expect(luhnDigit(digits.slice(0, -1))).toBe(Number(digits.slice(-1)))
    expect(await kindsOf(ada, ordered.id)).toEqual(['device_ordered', 'device_active'])
  })

  it('gives its activation code to its owner, uncached, and nowhere else', async () => {
    const { id } = await provisions(ada, { device_label: 'Secret' })
    await becomes(ada, id, 'active')
    const response = await activationOf(ada, id)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const { activation_code: code, ...rest } = deviceOperations.getActivation.response.parse(
      await response.json(),
    )
    expect(code).toMatch(/^LPA:1\$smdp\.carrier\.example\$[A-Z0-9-]{10,}$/)
    expect(rest).toEqual({
      smdp_address: 'smdp.carrier.example',
      matching_id: code.split('$')[2],
      confirmation_code_required: false,
      install_links: {
        ios: `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${encodeURIComponent(code)}`,
        android: `https://esimsetup.android.com/esim_qrcode_provisioning?carddata=${encodeURIComponent(code)}`,
      },
    })
    expect((await activationOf(grace, id)).status).toBe(404)

    const secret = rest.matching_id
    for (const path of ['esim/profiles', 'activity', 'subscriber', 'usage/current', 'ai-insights'])
      expect(await (await ada.fetch(`/api/mvno/${path}`)).text()).not.toContain(secret)
    expect((await profileOf(ada, id))?.activation_code).toBe('LPA:1$••••••••')
    expect(server.logged()).toContain('/api/mvno/esim/profiles/{id}/activation')
    expect(server.logged()).not.toContain(secret)
    expect(server.logged()).not.toContain('LPA:1$s')
    const { rows } = await server.pool.query<{ found: number }>(
      `select count(*)::int as found from (
        select to_jsonb(t)::text as line from app.telecom_device t
        union all select to_jsonb(t)::text from app.telecom_activity t
        union all select to_jsonb(t)::text from app.sandbox_line t
        union all select to_jsonb(t)::text from app.idempotency_key t
      ) as kept where position($1 in line) > 0`,
      [secret],
    )
    expect(rows).toEqual([{ found: 0 }])
    await deletes(ada, id)
    expect((await activationOf(ada, id)).status).toBe(404)
  })

  it('is edited', async () => {
    const { id } = await provisions(ada, { device_label: 'Old' })
    const response = await puts(ada, id, {
      device_label: '  New  ',
      device_type: 'tablet',
      device_config: { hotspot_enabled: false, device_nickname: 'Tabby' },
    })
    expect(response.status).toBe(200)
    expect(await profileOf(ada, id)).toMatchObject({
      device_label: 'New',
      device_type: 'tablet',
      device_config: { hotspot_enabled: false, device_nickname: 'Tabby', preferred_network: 'auto' },
    })
    expect((await puts(ada, id, { device_label: 'New' })).status).toBe(200)
    expect((await kindsOf(ada, id)).filter((kind) => kind === 'device_edited')).toHaveLength(1)
    await deletes(ada, id)
  })

  it('changes its plan at once, at the price that the member saw', async () => {
    const { id } = await provisions(ada)
    const { name, monthly_cost_cents: cents } = PLANS.unlimited
    const changed = await puts(ada, id, {
      plan_type: 'unlimited',
      plan_name: name,
      monthly_cost_cents: cents,
    })
    expect(changed.status).toBe(200)
    expect(await profileOf(ada, id)).toMatchObject({
      plan_type: 'unlimited',
      plan_name: name,
      monthly_cost_cents: cents,
      allowances: { voice_minutes: 'unlimited', sms_count: 'unlimited', data_mb: 'unlimited' },
    })
    const stale = await refusal(
      await puts(ada, id, { plan_type: 'standard', plan_name: 'Standard', monthly_cost_cents: 100 }),
    )
    expect(stale).toMatchObject({
      status: 422,
      code: 'plan_price_changed',
      fields: { monthly_cost_cents: 'This plan costs $35.00 a month.' },
    })
    expect((await profileOf(ada, id))?.plan_type).toBe('unlimited')
    await deletes(ada, id)
  })

  it('is suspended and resumed', async () => {
    const { id } = await provisions(ada)
    expect((await refusal(await act(ada, id, 'suspend'))).code).toBe('device_not_ready')
    await becomes(ada, id, 'active')
    const asked = await act(ada, id, 'suspend')
    expect(await asked.json()).toMatchObject({ profile: { status: 'active', pending: 'suspended' } })
    await becomes(ada, id, 'suspended')
    expect((await act(ada, id, 'suspend')).status).toBe(200)
    expect((await act(ada, id, 'resume')).status).toBe(200)
    await becomes(ada, id, 'active')
    expect(await kindsOf(ada, id)).toEqual([
      'device_ordered',
      'device_active',
      'device_suspended',
      'device_resumed',
    ])
    expect((await refusal(await act(ada, id, 'retry'))).code).toBe('device_not_ready')
    await deletes(ada, id)
  })

  it('that cannot be set up says why, and is tried again', async () => {
    const { id } = await provisions(ada, { device_label: 'Test: fails once' })
    const failed = await becomes(ada, id, 'failed')
    expect(failed.failure).toEqual({
      code: 'provisioning_failed',
      message: 'The network could not set up this eSIM. Try again, or delete the device.',
    })
    expect((await refusal(await puts(ada, id, { plan_type: 'unlimited' }))).code).toBe('device_not_ready')
    const retried = await act(ada, id, 'retry')
    expect(await retried.json()).toMatchObject({ profile: { status: 'provisioning', failure: null } })
    expect((await act(ada, id, 'retry')).status).toBe(200)
    await becomes(ada, id, 'active')
    expect(await kindsOf(ada, id)).toEqual([
      'device_ordered',
      'device_failed',
      'device_retried',
      'device_active',
    ])
    await deletes(ada, id)

    const numberless = await provisions(ada, { device_label: 'Test: no numbers' })
    const { failure } = await becomes(ada, numberless.id, 'failed')
    expect(failure?.code).toBe('out_of_numbers')
    await deletes(ada, numberless.id)
  })

  it('is deleted, also twice, and its number goes back to the carrier', async () => {
    const { id } = await provisions(ada)
    const { msisdn } = await becomes(ada, id, 'active')
    expect((await deletes(ada, id)).status).toBe(204)
    expect(await profileOf(ada, id)).toBeUndefined()
    expect((await deletes(ada, id)).status).toBe(204)
    await expect
      .poll(
        async () =>
          (await server.pool.query('select released from app.sandbox_line where msisdn = $1', [msisdn])).rows,
        { timeout: 25_000 },
      )
      .toEqual([{ released: true }])
    for (const path of ['suspend', 'resume', 'retry']) expect((await act(ada, id, path)).status).toBe(404)
    expect((await puts(ada, id, { device_label: 'X' })).status).toBe(404)
  })

  it('is deleted while it is being set up', async () => {
    const { id } = await provisions(ada)
    expect((await deletes(ada, id)).status).toBe(204)
    await expect
      .poll(
        async () =>
          (await server.pool.query('select state from app.telecom_device where id = $1', [id])).rows[0]
            ?.state,
        { timeout: 25_000 },
      )
      .toBe('released')
  })

  it('is tested where it is, with checks in order', async () => {
    const { id } = await provisions(ada, { device_label: 'Tested' })
    await becomes(ada, id, 'active')
    const { subscriber_id: subscriber } = await subscriberOf(ada)
    const ask = async () => {
      const response = await ada.fetch(`/api/mvno/diagnostics/${subscriber}`)
      return deviceOperations.getDiagnostics.response.parse(await response.json()).diagnostics
    }
    const tested = (await ask()).devices.find(({ device_id: one }) => one === id)
    expect(tested?.checks.map(({ name }) => name)).toEqual([
      'Line',
      'eSIM profile',
      'Network',
      'Signal',
      'Data session',
      'Data allowance',
    ])
    expect(tested?.signal_strength).toBeLessThan(-60)
    expect(tested?.data_speed_mbps).toBeGreaterThan(0)
    await act(ada, id, 'suspend')
    await becomes(ada, id, 'suspended')
    const suspended = (await ask()).devices.find(({ device_id: one }) => one === id)
    expect(suspended).toMatchObject({ network_connectivity: 'none', signal_strength: null })
    expect((await ask()).network_connectivity).not.toBe('none')
    await deletes(ada, id)
  })
})

describe('the activity feed', () => {
  it('comes in pages, newest first, without gaps or doubles', async () => {
    const { activity: all, next_cursor: none } = await activityOf(ada, '?limit=100')
    expect(none).toBeNull()
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await activityOf(ada, `?limit=3${cursor && `&cursor=${cursor}`}`)
      paged.push(...page.activity.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(paged).toEqual(all.map(({ id }) => id))
    const times = all.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
  })
})

describe('one key', () => {
  it('makes one device, however many calls there are at once', async () => {
    const member = await server.signIn('katherine')
    const key = randomUUID()
    const before = (await profilesOf(member)).length
    const body = { device_label: 'Once', plan_type: 'unlimited' }
    const ids = await Promise.all(
      Array.from({ length: 50 }, async () => (await provisions(member, body, key)).id),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await profilesOf(member)).toHaveLength(before + 1)
    const other = await refusal(
      await member.post('/api/mvno/esim/provision', { device_label: 'Another' }, keyed(key)),
    )
    expect(other).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    await server.restart()
    expect((await provisions(member, body, key)).id).toBe(ids[0])
    expect(await profilesOf(member)).toHaveLength(before + 1)
  })

  it('of one member is nothing to another', async () => {
    const key = randomUUID()
    const [one, other] = await Promise.all(['alan', 'edsger'].map((handle) => server.signIn(handle)))
    if (!one || !other) throw new Error('nobody')
    expect((await provisions(one, {}, key)).id).not.toBe((await provisions(other, {}, key)).id)
  })
})

describe('a member', () => {
  it('has at most ten devices, also when many are ordered at once', async () => {
    const member = await server.signIn('dorothy')
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => member.post('/api/mvno/esim/provision', {}, keyed(randomUUID()))),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(5)
    for (const response of refused)
      expect(await refusal(response)).toMatchObject({
        status: 422,
        code: 'device_limit_reached',
        error: 'You can have at most 10 devices. Delete one to add another.',
      })
    const all = await profilesOf(member)
    expect(all).toHaveLength(10)
    await deletes(member, all[3]?.id ?? '')
    await provisions(member)
  })
})
