import { randomUUID } from 'node:crypto'
import { escapeLiteral, type Pool, type PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool } from '../../../api/database/database.ts'
import { activityOf } from '../../../api/devices/activity.ts'
import { currentUsage, dailyView } from '../../../api/devices/usage-views.ts'
import { startDeviceParts, type DeviceParts } from '../../support/device-parts.ts'

const MEMBERS = 5_000
const PAGES_8K_MAX = 200

let parts: DeviceParts
let memberId = ''
let deviceId = ''
/** Every statement that was sent, by name. */
const sent = new Map<string, { readonly text: string; readonly values: readonly unknown[] }>()

/** Records the named statements of a pool and of its clients. */
const listen = (pool: Pool): void => {
  const note = (target: Pool | PoolClient) => {
    const query: (...args: unknown[]) => unknown = target.query.bind(target)
    Reflect.set(target, 'query', (...args: unknown[]) => {
      const [config] = args
      const [name, text, values] = ['name', 'text', 'values'].map((key): unknown =>
        Reflect.get(Object(config), key),
      )
      if (typeof name === 'string' && typeof text === 'string')
        sent.set(name, { text, values: Array.isArray(values) ? values : [] })
      return query(...args)
    })
  }
  note(pool)
  const noted = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (!noted.has(client)) note(client)
    noted.add(client)
  })
}

beforeAll(async () => {
  parts = await startDeviceParts('2026-09-01T09:00:00Z')
  const pool = createPool(parts.databaseUrl, { max: 1, statementTimeoutMs: 60_000 })
  memberId = parts.newMember()
  deviceId = (await parts.activeDevice(memberId, { device_type: 'tablet', plan_type: 'unlimited' })).id
  await parts.goTo('2026-10-05T00:00:00Z')
  await pool.query(
    `insert into app.telecom_device (id, member_id, label, type, config, info, plan, state, requested_at, reference,
      created_at, state_since, sync_at)
    select gen_random_uuid(), gen_random_uuid(), 'x', 'router', '{}', '{}', 'standard', 'active', '2026-09-01', n::text,
      '2026-09-01', '2026-09-01', '2027-01-01' from generate_series(1, ${MEMBERS}) n`,
  )
  await pool.query(
    `insert into app.telecom_plan_change select id, '2026-09-01', 'standard' from app.telecom_device on conflict do nothing;
    insert into app.telecom_service (device_id, began_at, metered_until)
      select id, '2026-09-02', '2027-01-01' from app.telecom_device where type = 'router';
    insert into app.telecom_usage_day select id, day, 1, 1, 1, 1 from app.telecom_device,
      generate_series('2026-09-25'::date, '2026-10-05', '1 day') day where type = 'router';
    insert into app.telecom_usage_hour select id, hour, 1, 1, 1, 1 from app.telecom_device,
      generate_series('2026-10-01Z'::timestamptz, '2026-10-01T05:00Z', '1 hour') hour where type = 'router';
    insert into app.telecom_activity (member_id, device_id, kind, facts, at)
      select member_id, id, 'device_edited', '{"kind":"device_edited","label":"x"}', '2026-09-01' from app.telecom_device;
    insert into app.telecom_insight_answer select member_id, id, 'applied', '', now() from app.telecom_device;
    insert into app.sandbox_line (reference, order_id, device_type, ready_at)
      select reference, id, 'router', '2026-09-01' from app.telecom_device where type = 'router'`,
  )
  await pool.query('vacuum analyze')
  await pool.end()
  listen(parts.pool)
  await startEverything()
}, 120_000)
afterAll(() => parts?.stop())

/** Sends every named statement once. */
const startEverything = async () => {
  await parts.order(memberId, { device_label: 'Test: heavy' })
  await parts.settle()
  await activityOf(parts.pool, memberId, { limit: 50 })
  await currentUsage(parts.pool, memberId, parts.clock())
  await dailyView(parts.pool, memberId, 90, parts.clock())
  await parts.insights.list(memberId)
  parts.clock.forward(30 * 86_400_000)
  await parts.metering.round()
  await parts.deviceOf(memberId, deviceId)
}

interface Node {
  readonly 'Node Type': string
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Node[]
}
const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return `array[${value.map(literal).join(',')}]`
  return escapeLiteral(
    typeof value === 'bigint' ? value.toString() : JSON.stringify(value).replaceAll('"', ''),
  )
}

/** Statements that read by an index, and only the pages that they need: never a whole table. */
const READS = [
  'telecom-devices-of',
  'telecom-device',
  'telecom-device-lock',
  'telecom-device-count',
  'telecom-activity',
  'telecom-daily-usage',
  'telecom-service-of',
  'telecom-named-devices',
  'telecom-answered',
  'telecom-sync-claim',
  'telecom-metering-due',
  'sandbox-line',
]

describe('every read of the telecom service goes by an index', () => {
  it.each(READS)('%s', async (name) => {
    const statement = sent.get(name)
    if (!statement) throw new Error(`${name} was not sent`)
    const client = await parts.pool.connect()
    try {
      await client.query('begin')
      const text = statement.text.replaceAll(
        /\$(\d+)(::[\w[\]]+)?/g,
        (_all, index: string, cast = '') => `${literal(statement.values[Number(index) - 1])}${cast}`,
      )
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (analyze, buffers, format json) ${text}`,
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (!plan) throw new Error('no plan')
      expect(nodesOf(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan')
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(PAGES_8K_MAX)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('also what is asked for a month', async () => {
    for (const name of ['telecom-month-sums', 'telecom-month-hours']) {
      const statement = sent.get(name)
      if (!statement) throw new Error(`${name} was not sent`)
      const columns = [[deviceId], ['2026-10'], [new Date('2026-10-01')], [new Date('2026-11-01')]]
      const { rows } = await parts.pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        `explain (analyze, buffers, format json) ${statement.text}`,
        columns,
      )
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (!plan) throw new Error('no plan')
      expect(
        nodesOf(plan).map((node) => node['Node Type']),
        name,
      ).not.toContain('Seq Scan')
    }
  })

  it('closes a month of thousands of devices, and pages through its statements', async () => {
    parts.clock.forward(Date.parse('2026-11-10') - parts.clock().getTime())
    const first = await parts.biller.statements('2026-10', { after: null, limit: 500 })
    expect(first).toHaveLength(500)
    const { text, values } = sent.get('telecom-statements') ?? { text: '', values: [] }
    const middle = [values[0], randomUUID(), 500]
    const { rows } = await parts.pool.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      middle,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (!plan) throw new Error('no plan')
    expect(nodesOf(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan')
  }, 60_000)
})
