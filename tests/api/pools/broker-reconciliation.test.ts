import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { brokerGauges, createBrokerReconciling } from '../../../api/pools/broker-reconciliation.ts'
import { symbolOf } from '../../../api/pools/alpaca/funds.ts'
import { sumsOfFunds } from '../../../projections/pools/queries.ts'
import { signedIn, testServer } from '../../support/test-server.ts'

const MARKET = 'A broker'
const server = testServer()
const ada = signedIn(server, 'ada')

/** A process that reconciles with an account that has `factor` times what the pools have. */
const started = (factor: () => bigint) =>
  createBrokerReconciling({
    pool: server.pool,
    market: MARKET,
    broker: {
      symbolOf,
      holdings: async () => {
        const units = new Map<string, bigint>()
        for (const { fund, units: ours } of await sumsOfFunds(server.pool))
          units.set(symbolOf(fund), (units.get(symbolOf(fund)) ?? 0n) + ours * factor())
        return { units, cashCents: 1_000_000_00n }
      },
    },
    sumsOfFunds: () => sumsOfFunds(server.pool),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  })
const at = (time: string) => new Date(`2027-03-${time}:00Z`)

const statements = async () =>
  (
    await server.pool.query<{ day: string; differences: readonly string[] }>(
      'select day::text, differences from app.market_statement where market = $1 order by day',
      [MARKET],
    )
  ).rows
const cases = async () =>
  (
    await server.pool.query<{ state: string; text: string }>(
      `select c.state, e.text from app.support_case c join app.case_entry e using (number)
        where c.kind = 'reconciliation' and e.text like $1 order by e.place`,
      [`${MARKET}%`],
    )
  ).rows

it('a split that nobody carried over is a case and a metric, and both end when it was', async () => {
  const created = await ada.post('/api/investments/pools', {
    pool_name: 'P',
    initial_investment_cents: 103_00,
  })
  expect(created.status).toBe(201)
  let factor = 1n
  const [one, other] = [started(() => factor), started(() => factor)]
  await Promise.all([one(at('01T12:00')), other(at('01T12:00'))])
  expect(await statements()).toEqual([{ day: '2027-03-01', differences: [] }])
  expect(await cases()).toEqual([])

  factor = 2n
  await one(at('02T12:00'))
  await one(at('02T12:09'))
  // An order that was filled and not booked yet looks like this, too.
  expect(await statements()).toHaveLength(1)
  await one(at('02T12:10'))
  await other(at('02T12:10'))
  const [, differs] = await statements()
  expect(differs?.differences.length).toBeGreaterThan(0)
  expect(
    differs?.differences.every((line) => /^[A-Z]+: the broker has [\d.]+, the pools [\d.]+$/.test(line)),
  ).toBe(true)
  expect(await cases()).toMatchObject([
    { state: 'open', text: expect.stringContaining('differs from the ledger:') },
  ])
  const registry = new Registry()
  for (const gauge of brokerGauges({ pool: server.pool, market: MARKET, clock: () => at('02T12:11') }))
    registry.registerMetric(gauge)
  const metrics = await registry.metrics()
  expect(metrics).toContain(`ledger_market_differences ${differs?.differences.length}`)
  expect(metrics).toContain('ledger_market_reconciled_seconds 60')

  factor = 1n
  await one(at('03T12:00'))
  expect((await statements()).at(-1)).toEqual({ day: '2027-03-03', differences: [] })
  expect((await cases()).map(({ state }) => state)).toEqual(['answered', 'answered'])
})

it('what is on its way for some minutes is no difference', async () => {
  let factor = 2n
  const look = started(() => factor)
  await look(at('04T12:00'))
  factor = 1n
  await look(at('04T12:01'))
  expect((await statements()).at(-1)).toEqual({ day: '2027-03-04', differences: [] })
})
