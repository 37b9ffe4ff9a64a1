import { expect, it } from 'vitest'
import { metricsAskedFor } from '../../support/operators-figures.ts'
import { eventually } from '../../support/read-models.ts'
import { testServer } from '../../support/test-server.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

// Each process counts what it appended.
const server = testServer({ processes: 1, env: { READY_LAG_SECONDS: '3', READY_BACKLOG_SECONDS: '10' } })

const ready = async () => (await fetch(`${server.url}/api/health/ready`)).json()

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
  expect((await ready()).status).toBe('ready')
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

it('answers say how old their data is, and the server is not ready, while the read models stand still', async () => {
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
  await eventually(async () => (await ready()).status === 'degraded', 'the server is not ready')
  expect(await ready()).toMatchObject({
    checks: { 'read models': { ok: false, detail: expect.stringMatching(/^\d+ behind, for \d+ s$/) } },
  })
  await holding.query('rollback')
  holding.release()

  await eventually(async () => (await ready()).status === 'ready', 'the server is ready again')
  expect(await ageMs()).toBeLessThan(2_500)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toContain('ledger_events_appended_total{type="TransferSent"} 1\n')
})
