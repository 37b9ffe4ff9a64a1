import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MonthNotClosed, type ClosingStatement } from '../../../api/bills/biller.ts'
import { linesLeft } from '../../../api/devices/closing-account.ts'
import { startDeviceParts, type DeviceParts } from '../../support/device-parts.ts'

let parts: DeviceParts
beforeAll(async () => {
  parts = await startDeviceParts('2026-09-10T09:00:00Z')
})
afterAll(() => parts?.stop())

const billOf = async (memberId: string, period: string) => {
  const statements = await parts.biller.statements(period, { after: null, limit: 1_000 })
  return statements
    .find((one) => one.memberId === memberId)
    ?.lines.map(({ item, cents }) => `${item} ${cents}`)
}

describe('the monthly bill', () => {
  it('is the plan in force at the month’s end, of every device in service; of a deleted one, its days', async () => {
    const memberId = parts.newMember()
    const kept = await parts.activeDevice(memberId, { device_label: 'Test: idle' })
    const changed = await parts.activeDevice(memberId, { device_label: 'Test: idle', plan_type: 'unlimited' })
    const deleted = await parts.activeDevice(memberId, { device_label: 'Test: idle' })
    const failed = await parts.order(memberId, { device_label: 'Test: fails' })
    await parts.settle()
    await parts.goTo('2026-09-20T12:00:00Z')
    await parts.orders.update(memberId, changed.id, { plan_type: 'data_only_5gb' })
    await parts.orders.remove(memberId, deleted.id)
    await parts.goTo('2026-10-01T01:00:00Z')
    await parts.orders.update(memberId, changed.id, { plan_type: 'standard' })

    const statements = await parts.biller.statements('2026-09', { after: null, limit: 100 })
    expect(statements).toEqual([
      {
        memberId,
        period: '2026-09',
        lines: [
          { item: 'plan:standard', reference: kept.id, cents: 3_500n },
          { item: 'plan:data_only_5gb', reference: changed.id, cents: 2_000n },
          // In service from the 10th to the 20th, both counted: 11 of 30 days of $35.00.
          { item: 'plan:standard', reference: deleted.id, cents: 1_283n },
        ].toSorted((one, other) => one.reference.localeCompare(other.reference)),
      },
    ])
    expect(
      JSON.stringify(statements, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
    ).not.toContain(failed.id)
  })

  it('stays as it is, whatever becomes of the devices, and has nothing for months before there were any', async () => {
    const before = await parts.biller.statements('2026-09', { after: null, limit: 100 })
    const memberId = before[0]?.memberId ?? ''
    for (const { id } of await parts.devicesOf(memberId)) await parts.orders.remove(memberId, id)
    await parts.settle()
    await parts.goTo('2026-10-03T00:00:00Z')
    expect(await parts.biller.statements('2026-09', { after: null, limit: 100 })).toEqual(before)
    expect(await parts.biller.statements('2026-08', { after: null, limit: 100 })).toEqual([])
  })

  it('charges what goes beyond the allowances', async () => {
    const memberId = parts.newMember()
    const device = await parts.activeDevice(memberId, { device_label: 'Test: heavy' })
    await parts.goTo('2026-12-01T00:00:00Z')
    const { rows } = await parts.pool.query<{ voice: number; sms: number; mb: number }>(
      `select sum(voice_minutes)::int as voice, sum(sms)::int as sms, ceil(sum(data_kb) / 1024.0)::int as mb
      from app.telecom_usage_hour where device_id = $1 and hour >= '2026-11-01Z' and hour < '2026-12-01Z'`,
      [device.id],
    )
    const { voice, sms, mb } = rows[0] ?? { voice: 0, sms: 0, mb: 0 }
    expect(mb).toBeGreaterThan(10_240)
    const expected = [
      `overage:data ${mb - 10_240}`,
      ...(sms > 1_000 ? [`overage:sms ${(sms - 1_000) * 2}`] : []),
      ...(voice > 1_000 ? [`overage:voice ${(voice - 1_000) * 5}`] : []),
      'plan:standard 3500',
    ]
    expect(await billOf(memberId, '2026-11')).toEqual(expected)
  })

  it('is nothing for a month in which a line was suspended throughout', async () => {
    const memberId = parts.newMember()
    const device = await parts.activeDevice(memberId, { device_label: 'Test: idle' })
    await parts.orders.command(memberId, device.id, 'suspend')
    await parts.settle()
    await parts.goTo('2027-02-01T00:00:00Z')
    expect(await billOf(memberId, '2026-12')).toEqual(['plan:standard 3500'])
    expect(await billOf(memberId, '2027-01')).toBeUndefined()
  })

  it('waits until the month has ended and its usage is recorded, at most two days', async () => {
    const memberId = parts.newMember()
    await parts.activeDevice(memberId)
    const asking = () => parts.biller.statements('2027-02', { after: null, limit: 10 })
    await parts.goTo('2027-02-28T23:30:00Z')
    await expect(asking()).rejects.toThrow(MonthNotClosed)
    parts.clock.forward(3_600_000)
    await expect(asking()).rejects.toThrow(MonthNotClosed)
    await parts.metering.round()
    expect(await billOf(memberId, '2027-02')).toEqual(['plan:standard 3500'])

    parts.clock.forward(Date.parse('2027-04-02T23:00:00Z') - parts.clock().getTime())
    const late = () => parts.biller.statements('2027-03', { after: null, limit: 10 })
    await expect(late()).rejects.toThrow(MonthNotClosed)
    parts.clock.forward(3_600_000)
    const closed = await late()
    expect(closed.find((one) => one.memberId === memberId)?.lines.map(({ item }) => item)).toEqual([
      'plan:standard',
    ])
    // Usage that is recorded afterwards is not charged.
    await parts.metering.round()
    expect(await late()).toEqual(closed)
  })

  it('comes in pages, in the order of members, and the same when two ask at once', async () => {
    const members = Array.from({ length: 7 }, () => parts.newMember()).toSorted()
    await Promise.all(members.map((memberId) => parts.order(memberId, { device_label: 'Test: idle' })))
    await parts.settle()
    await parts.goTo('2027-06-01T00:00:00Z')
    const [one, other] = await Promise.all(
      [1, 2].map(() => parts.biller.statements('2027-05', { after: null, limit: 1_000 })),
    )
    expect(one).toEqual(other)
    const paged: string[] = []
    for (let after: string | null = null; ;) {
      const page = await parts.biller.statements('2027-05', { after, limit: 3 })
      paged.push(...page.map(({ memberId }) => memberId))
      if (page.length < 3) break
      after = page.at(-1)?.memberId ?? null
    }
    expect(paged).toEqual(one?.map(({ memberId }) => memberId))
    expect(paged).toEqual(paged.toSorted())
    expect(paged.filter((memberId) => members.includes(memberId))).toEqual(members)
  })
})

describe('a closing account', () => {
  const centsOf = (statements: readonly ClosingStatement[]) =>
    statements.map(({ period, closing, lines }) => [
      period,
      closing,
      lines.reduce((sum, { cents }) => sum + cents, 0n),
    ])

  it('is billed once for the days of months that are not closed, which the months then leave out', async () => {
    const memberId = parts.newMember()
    await parts.goTo('2027-06-29T12:00:00Z')
    const { id } = await parts.activeDevice(memberId, { device_label: 'Test: idle' })
    await parts.goTo('2027-07-01T12:00:00Z')
    await parts.orders.remove(memberId, id)
    await parts.settle()
    await parts.goTo('2027-07-01T14:00:00Z')
    expect(await linesLeft(parts, memberId)).toEqual([])
    // June is not closed yet: the whole month for a device that was deleted later, and one day of July.
    const quoted = await parts.biller.closingStatements(memberId, false)
    expect(centsOf(quoted)).toEqual([
      ['2027-06', true, 3_500n],
      ['2027-07', true, 113n],
    ])
    const [once, again] = await Promise.all([1, 2].map(() => parts.biller.closingStatements(memberId, true)))
    expect(once).toEqual(quoted)
    expect(again).toEqual(quoted)
    expect(await billOf(memberId, '2027-06')).toBeUndefined()

    // The account stayed open, and a device is ordered again: it is billed, by the month or by the next closing.
    const next = await parts.activeDevice(memberId, { device_label: 'Test: idle' })
    expect(await linesLeft(parts, memberId)).toMatchObject([{ code: 'device_in_service' }])
    await parts.goTo('2027-08-01T01:30:00Z')
    expect(await billOf(memberId, '2027-07')).toEqual(['plan:standard 3500'])
    await parts.orders.remove(memberId, next.id)
    expect(await linesLeft(parts, memberId)).toMatchObject([{ code: 'device_ending' }])
    await parts.settle()
    expect(await linesLeft(parts, memberId)).toMatchObject([{ code: 'usage_being_counted' }])
    await parts.goTo('2027-08-01T03:00:00Z')
    expect(centsOf(await parts.biller.closingStatements(memberId, true))).toEqual([
      ['2027-07', false, 3_500n],
      ['2027-06', true, 3_500n],
      ['2027-07', true, 113n],
      ['2027-08', true, 113n],
    ])
  })
})
