import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activityOf } from '../../../api/devices/activity.ts'
import { Refusal } from '../../../events/refusal.ts'
import { startDeviceParts, type DeviceParts } from '../../support/device-parts.ts'

let parts: DeviceParts
beforeAll(async () => {
  parts = await startDeviceParts('2026-10-01T09:00:00Z')
})
afterAll(() => parts?.stop())

const kindsOf = async (memberId: string) =>
  (await parts.insights.list(memberId)).insights.map(({ action }) => action.kind)
const only = async (memberId: string) => {
  const { insights } = await parts.insights.list(memberId)
  const [insight] = insights
  if (!insight || insights.length > 1) throw new Error(`There are ${insights.length} insights`)
  return insight
}
const codeOf = (error: unknown) => (error instanceof Refusal ? error.code : error)

describe('insights', () => {
  const wasteful = async () => {
    const memberId = parts.newMember()
    const device = await parts.activeDevice(memberId, { device_type: 'tablet', plan_type: 'unlimited' })
    return { memberId, device }
  }

  it('need seven whole days', async () => {
    const { memberId, device } = await wasteful()
    expect((await parts.insights.list(memberId)).notEnough).toMatchObject([
      { days: 7, line: { deviceId: device.id } },
    ])
    parts.clock.forward(6 * 86_400_000)
    await parts.metering.round()
    expect(await kindsOf(memberId)).toEqual([])
    parts.clock.forward(2 * 86_400_000)
    await parts.metering.round()
    expect((await parts.insights.list(memberId)).notEnough).toEqual([])
    expect(await kindsOf(memberId)).toEqual(['change_plan'])
  })

  it('applied change the plan, once, and do not come back', async () => {
    const { memberId, device } = await wasteful()
    parts.clock.forward(20 * 86_400_000)
    await parts.metering.round()
    const insight = await only(memberId)
    if (insight.action.kind !== 'change_plan') throw new Error('not a plan')
    expect(insight.device_id).toBe(device.id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => parts.insights.answer(memberId, insight.id, 'applied')),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.state).toBe('applied')
    expect((await parts.deviceOf(memberId, device.id)).plan).toBe(insight.action.plan_type)
    expect(await kindsOf(memberId)).not.toContain('change_plan')
    const { activity } = await activityOf(parts.pool, memberId, { limit: 10 })
    expect(activity.map(({ kind }) => kind).slice(0, 2)).toEqual(['insight_applied', 'plan_changed'])
    expect(activity.filter(({ kind }) => kind === 'insight_applied')).toHaveLength(1)
    await expect(parts.insights.answer(memberId, insight.id, 'dismissed').catch(codeOf)).resolves.toBe(
      'already_answered',
    )
  })

  it('dismissed change nothing and stay away, until the next month', async () => {
    const { memberId, device } = await wasteful()
    parts.clock.forward(10 * 86_400_000)
    await parts.metering.round()
    const insight = await only(memberId)
    await parts.insights.answer(memberId, insight.id, 'dismissed')
    expect(await kindsOf(memberId)).toEqual([])
    expect((await parts.deviceOf(memberId, device.id)).plan).toBe('unlimited')
    parts.clock.forward(31 * 86_400_000)
    await parts.metering.round()
    const again = await only(memberId)
    expect(again.id).not.toBe(insight.id)
    expect(again.action).toEqual(insight.action)
  })

  it('suspend an idle line', async () => {
    const memberId = parts.newMember()
    const device = await parts.activeDevice(memberId, { device_label: 'Test: idle' })
    parts.clock.forward(16 * 86_400_000)
    await parts.metering.round()
    const insight = await only(memberId)
    expect(insight).toMatchObject({ insight_type: 'cost_optimization', potential_savings_cents: 3_500 })
    await parts.insights.answer(memberId, insight.id, 'applied')
    await parts.settle()
    expect((await parts.deviceOf(memberId, device.id)).line.state).toBe('suspended')
    expect(await kindsOf(memberId)).toEqual([])
  })

  it('turn alerts on where an allowance will not last', async () => {
    const memberId = parts.newMember()
    const off = { data_limit_alerts: false, usage_notifications: false }
    const device = await parts.activeDevice(memberId, { device_label: 'Test: heavy', device_config: off })
    parts.clock.forward(12 * 86_400_000)
    await parts.metering.round()
    const { insights } = await parts.insights.list(memberId)
    const insight = insights.find(({ action }) => action.kind === 'enable_alerts')
    expect(insight?.insight_type).toBe('usage_prediction')
    await parts.insights.answer(memberId, insight?.id ?? '', 'applied')
    expect((await parts.deviceOf(memberId, device.id)).config).toMatchObject({
      data_limit_alerts: true,
      usage_notifications: true,
    })
  })

  it('are answered by nobody but their owner, and not when they are gone', async () => {
    const { memberId, device } = await wasteful()
    parts.clock.forward(10 * 86_400_000)
    await parts.metering.round()
    const insight = await only(memberId)
    for (const answer of ['applied', 'dismissed'] as const)
      await expect(parts.insights.answer(parts.newMember(), insight.id, answer).catch(codeOf)).resolves.toBe(
        'insight_not_found',
      )
    expect((await parts.deviceOf(memberId, device.id)).plan).toBe('unlimited')
    await parts.orders.remove(memberId, device.id)
    await expect(parts.insights.answer(memberId, insight.id, 'applied').catch(codeOf)).resolves.toBe(
      'insight_not_found',
    )
  })
})
