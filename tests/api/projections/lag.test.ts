import { expect, it } from 'vitest'
import { metricsAskedFor } from '../../support/operators-figures.ts'
import { eventually } from '../../support/read-models.ts'
import { testServer } from '../../support/test-server.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

// Each process counts what it appended.
const server = testServer({
  processes: 1,
  env: { READY_LAG_SECONDS: '3', READY_BACKLOG_SECONDS: '10', DATABASE_CONNECTIONS: '4' },
})

const health = async () => (await fetch(`${server.url}/api/health`)).json()
const readyStatus = async () => (await fetch(`${server.url}/api/health/ready`)).status

it('says which work waits while a webhook cannot be applied, and stays ready for everybody else', async () => {
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into app.webhook_event (provider, id, type, deposit_id, change, received_at, next_at)
     values ('sandbox', 'evt_unreadable', 'nonsense', gen_random_uuid(), '{"to":"nonsense"}', now(), now()) returning id`,
  )
  expect(rows).toHaveLength(1)
  await eventually(async () => {
    const failing = await server.pool.query(
      `update app.webhook_event set failing_since = now() - interval '1 minute' where failing_since is not null`,
    )
    return failing.rowCount === 1
  }, 'its failure is noted')
  const late = async () =>
    (await (await fetch(`${server.url}/metrics`)).text()).includes('ledger_backlog_late{work="webhooks"} 1')
  await eventually(late, 'the work is late')
  expect((await health()).status).toBe('ready')
  await server.pool.query(`delete from app.webhook_event where id = 'evt_unreadable'`)
  await eventually(async () => !(await late()), 'nothing waits any more')
})

it('has every metric that the alerts and the dashboard ask for', async () => {
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const asked = metricsAskedFor()
  expect(asked.length).toBeGreaterThan(15)
  const missing = asked.filter((name) => !metrics.includes(`# TYPE ${name} `))
  expect(missing).toEqual([])
  expect(metrics).toMatch(/ledger_backlog\{work="webhooks"\} \d/)
  expect(metrics).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
})

it('answers say how old their data is while the read models stand still; the server is not healthy and still ready', async () => {
  const ada = await server.signIn('ada')
  const ageMs = async () => {
    const { headers } = await ada.fetch('/api/wallet')
    return Date.parse(headers.get('Date') ?? '') - Date.parse(headers.get('As-Of') ?? '')
  }
  expect(await ageMs()).toBeLessThan(2_500)

  const holding = await server.pool.connect()
  await holding.query(`begin; lock table ${READ_SCHEMA}.pass in exclusive mode`)
  const sent = { to_user_identifier: 'grace', currency: 'USD', amount: '1.00' }
  expect((await ada.post('/api/wallet/transfer', sent)).status).toBe(201)
  // A command answers what happened, though it cannot show the pool yet.
  const pool = { pool_name: 'Rainy days', initial_investment_cents: 10_000 }
  const invested = await ada.post('/api/investments/pools', pool)
  expect([invested.status, await invested.json()]).toEqual([
    201,
    expect.objectContaining({ amount_cents: 10_000, pool: null }),
  ])
  await eventually(async () => (await ageMs()) > 2_500, 'the age of the data is told')
  await eventually(async () => (await health()).status === 'degraded', 'the server is not healthy')
  expect(await health()).toMatchObject({
    checks: { 'read models': { ok: false, detail: expect.stringMatching(/^\d+ behind, for \d+ s$/) } },
  })
  expect(await readyStatus()).toBe(200)
  await holding.query('rollback')
  holding.release()

  await eventually(async () => (await health()).status === 'ready', 'the server is healthy again')
  expect(await ageMs()).toBeLessThan(2_500)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('ledger_events_appended_total{type="TransferSent"} 1\n')
})

it('is ready while requests wait for all connections, and does not let the probe wait with them', async () => {
  const ada = await server.signIn('ada')
  const holding = await server.pool.connect()
  await holding.query(`begin; lock table ${READ_SCHEMA}.wallet in access exclusive mode`)
  try {
    const waiting = Array.from({ length: 60 }, () => ada.fetch('/api/wallet'))
    await eventually(async () => {
      const { rows } = await holding.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity 
         where wait_event_type = 'Lock' and application_name = 'youtility-api' and datname = current_database()`,
      )
      return (rows[0]?.n ?? 0) >= 4
    }, 'every connection for requests waits')
    expect(await readyStatus()).toBe(200)
    await holding.query('rollback')
    for (const one of waiting) await one
  } finally {
    await holding.query('rollback')
    holding.release()
  }
})
