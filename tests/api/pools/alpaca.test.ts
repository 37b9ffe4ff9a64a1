import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../../../events/calendar.ts'
import { PoolMove, type Pool } from '../../../api/contract/pools.ts'
import {
  ACCOUNT_ID,
  KEY_ID,
  SECRET_KEY,
  startAlpacaFake,
  type AlpacaFake,
} from '../../support/alpaca/fake.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { refusal, walletOf } from '../../support/wallet-calls.ts'

const POOLS = '/api/investments/pools'
let fake: AlpacaFake
let server: TestServer
let ada: Awaited<ReturnType<TestServer['signIn']>>

beforeAll(async () => {
  fake = await startAlpacaFake(() => new Date())
  const today = new Date().toISOString().slice(0, 10)
  for (let days = 1; days <= 14; days += 1) fake.close(addDays(today, -days), 50)
  server = await startTestServer({
    env: {
      MARKET: 'alpaca',
      ALPACA_KEY_ID: KEY_ID,
      ALPACA_SECRET_KEY: SECRET_KEY,
      ALPACA_ACCOUNT_ID: ACCOUNT_ID,
      ALPACA_API_URL: fake.url,
      ALPACA_DATA_URL: fake.url,
    },
  })
  ada = await server.signIn('ada')
})
afterAll(async () => {
  await server?.stop()
  await fake?.stop()
})

const poolsOf = async (): Promise<readonly Pool[]> => (await (await ada.fetch(POOLS)).json()).pools
const until = async <T>(look: () => Promise<T>, good: (seen: T) => boolean): Promise<T> => {
  for (;;) {
    const seen = await look()
    if (good(seen)) return seen
    await pause(50)
  }
}
/** Dollars in the wallet, in cents. */
const centsOf = async (): Promise<number> => Math.round(Number((await walletOf(ada)).usd) * 100)
const moveOf = async (response: Response): Promise<PoolMove> => PoolMove.parse(await response.json())

const savings = {
  pool_name: 'Savings',
  pool_type: 'mixed',
  risk_profile: 'moderate',
  initial_investment_cents: 103_00,
  auto_bill_payment_enabled: false,
  target_monthly_yield_cents: 0,
}

it('a purchase that the market refuses says what it refused, and that the money is back', async () => {
  const [before, pools] = [await centsOf(), await poolsOf()]
  fake.refuseOrders({ status: 422, message: 'asset AOM is not tradable' })
  const refused = [
    await ada.post(POOLS, savings),
    await ada.post(`${POOLS}/${pools[0]?.id}/contributions`, { amount_cents: 50_00 }),
  ]
  fake.refuseOrders(null)
  for (const answer of refused)
    expect(await refusal(answer)).toMatchObject({
      status: 422,
      code: 'fund_not_tradable',
      error: 'The fund of this pool cannot be traded at the moment. Your money is back in your wallet.',
    })
  expect(await until(centsOf, (cents) => cents === before)).toBe(before)
  expect((await poolsOf()).map(({ id }) => id)).toEqual(pools.map(({ id }) => id))
})

it(
  'an order that waits for the market is under way, and is filled by whoever asks next',
  { timeout: 60_000 },
  async () => {
    // The demo data has bought some already.
    const [held, orders] = [fake.held('AOM'), fake.orders.size]
    fake.tradeAt('51.5')
    fake.setOpen(false)
    const before = await centsOf()
    const created = await ada.post(POOLS, savings)
    const { status, pool_id: poolId, pool } = await moveOf(created)
    expect([created.status, status, pool]).toEqual([201, 'processing', null])
    expect(await centsOf()).toBe(before - 103_00)

    fake.setOpen(true)
    const [bought] = await until(poolsOf, (pools) => pools.some(({ id }) => id === poolId))
    expect(bought).toMatchObject({
      units: '2.00000000',
      unit_price: '51.500000',
      current_value_cents: 103_00,
      simulated: false,
      market: 'Alpaca',
    })

    fake.tradeAt('50.5')
    fake.setOpen(false)
    const sold = await moveOf(await ada.post(`${POOLS}/${poolId}/withdrawals`, { amount_cents: 51_50 }))
    expect(sold.status).toBe('processing')
    // One sale at a time; the refusal gives the reason.
    expect(await refusal(await ada.post(`${POOLS}/${poolId}/close`))).toMatchObject({
      status: 422,
      code: 'order_pending',
      error: expect.stringContaining('waiting for the market'),
    })
    fake.setOpen(true)
    const [left] = await until(poolsOf, ([pool]) => pool?.units === '1.00000000')
    // One unit was sold, for a dollar less than requested.
    expect(left?.withdrawn_cents).toBe(50_50)
    await until(centsOf, (cents) => cents === before - 103_00 + 50_50)
    const closed = await moveOf(await ada.post(`${POOLS}/${poolId}/close`))
    expect(closed).toMatchObject({ status: 'completed', amount_cents: 50_50 })
    expect(fake.held('AOM')).toBe(held)
    expect(fake.orders.size).toBe(orders + 3)
  },
)
