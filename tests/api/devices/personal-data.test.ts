import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devicesData } from '../../../api/devices/personal-data.ts'
import { inTransaction } from '../../../api/database/database.ts'
import { startDeviceParts, type DeviceParts } from '../../support/device-parts.ts'

let parts: DeviceParts
beforeAll(async () => {
  parts = await startDeviceParts('2026-10-01T09:00:00Z')
})
afterAll(() => parts?.stop())

const exported = (memberId: string) =>
  inTransaction(parts.pool, (client) => devicesData.exportOf(client, memberId))
const erase = (memberId: string) => inTransaction(parts.pool, (client) => devicesData.erase(client, memberId))

const TABLES = [
  ['telecom_device', 'member_id'],
  ['telecom_activity', 'member_id'],
  ['telecom_insight_answer', 'member_id'],
  ['telecom_charge', 'member_id'],
] as const
const rowsOf = async (memberId: string) => {
  const counts = await Promise.all(
    TABLES.map(([table, column]) =>
      parts.pool.query<{ n: number }>(`select count(*)::int as n from app.${table} where ${column} = $1`, [
        memberId,
      ]),
    ),
  )
  return counts.map(({ rows }) => rows[0]?.n)
}

/** A member with data of every kind. */
const somebody = async (label: string) => {
  const memberId = parts.newMember()
  const device = await parts.activeDevice(memberId, {
    device_label: label,
    device_type: 'tablet',
    plan_type: 'unlimited',
  })
  const gone = await parts.activeDevice(memberId, { device_label: `${label}, gone` })
  await parts.orders.remove(memberId, gone.id)
  await parts.settle()
  return { memberId, device, gone }
}

describe('personal data', () => {
  it('is exported whole, without secrets, and erased without a rest; others keep theirs', async () => {
    const ada = await somebody("Ada's tablet")
    const grace = await somebody("Grace's tablet")
    await parts.goTo('2026-11-05T00:00:00Z')
    await parts.biller.statements('2026-10', { after: null, limit: 10 })
    for (const { memberId } of [ada, grace]) {
      const [insight] = (await parts.insights.list(memberId)).insights
      await parts.insights.answer(memberId, insight?.id ?? '', 'dismissed')
    }
    const { iccid, msisdn, reference } = await parts.deviceOf(ada.memberId, ada.device.id)
    const code = await parts.carrier.activationCode(reference ?? '')

    const data = JSON.stringify(await exported(ada.memberId))
    for (const part of [
      "Ada's tablet",
      "Ada's tablet, gone",
      iccid,
      msisdn,
      'plan:unlimited',
      'dismissed',
      '2026-10-20',
    ])
      expect(data).toContain(part)
    expect(data).not.toContain('Grace')
    expect(data).not.toContain(code?.split('$')[2])
    expect(data).not.toContain('LPA')

    const before = await exported(grace.memberId)
    await erase(ada.memberId)
    await erase(ada.memberId)
    expect(await rowsOf(ada.memberId)).toEqual([0, 0, 0, 0])
    expect(await exported(ada.memberId)).toEqual({
      devices: [],
      activity: [],
      answered_recommendations: [],
      charges: [],
    })
    expect(await exported(grace.memberId)).toEqual(before)
    const rest = await parts.pool.query(
      `select to_jsonb(t)::text as line from app.telecom_device t where position($1 in to_jsonb(t)::text) > 0
        or position($2 in to_jsonb(t)::text) > 0 or position('Ada' in to_jsonb(t)::text) > 0`,
      [iccid, msisdn],
    )
    expect(rest.rows).toEqual([])

    // The carrier ends the line itself, then our row is deleted too.
    await parts.settle()
    const line = await parts.pool.query('select released from app.sandbox_line where reference = $1', [
      reference,
    ])
    expect(line.rows).toEqual([{ released: true }])
    for (const id of [ada.device.id, ada.gone.id])
      expect((await parts.pool.query('select from app.telecom_device where id = $1', [id])).rowCount).toBe(0)
    expect((await parts.deviceOf(grace.memberId, grace.device.id)).line.state).toBe('active')
  })

  it('erased while a line is being set up ends it', async () => {
    const memberId = parts.newMember()
    const { id } = await parts.order(memberId)
    await parts.sync.round()
    await erase(memberId)
    await parts.settle()
    expect((await parts.pool.query('select from app.telecom_device where id = $1', [id])).rowCount).toBe(0)
  })
})
