import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MIN_POSITION_HEADER } from '../../../api/contract/operation.ts'
import { poolOperations } from '../../../api/contract/pool-operations.ts'
import { PoolMove, type Pool } from '../../../api/contract/pools.ts'
import type { Browser } from '../../support/browser.ts'
import { checkedServerOn, LEDGERS } from '../../support/stores.ts'
import { signedIn } from '../../support/test-server.ts'
import { keyed, pageOf, refusal, walletOf } from '../../support/wallet-calls.ts'

const POOLS = '/api/investments/pools'

const moved = async (response: Response, status = 201): Promise<PoolMove> => {
  const text = await response.text()
  expect(text).toMatch(/"pool_id"/)
  expect(response.status).toBe(status)
  return PoolMove.parse(JSON.parse(text))
}

const creates = (member: Browser, change: Record<string, unknown> = {}, key: string = randomUUID()) =>
  member.post(POOLS, { pool_name: ' Rainy days ', initial_investment_cents: 100_00, ...change }, keyed(key))

const at = (position?: string): RequestInit =>
  position === undefined ? {} : { headers: { [MIN_POSITION_HEADER]: position } }

const poolsOf = async (member: Browser, position?: string): Promise<readonly Pool[]> => {
  const response = await member.fetch(POOLS, at(position))
  expect(response.status).toBe(200)
  return poolOperations.listPools.response.parse(await response.json()).pools
}

describe.each(LEDGERS)('pools on %s', (ledger) => {
  const server = checkedServerOn(ledger)
  const ada = signedIn(server, 'ada')
  const grace = signedIn(server, 'grace')

  /** Expects a refusal and no new event. */
  const unchanged = async (work: () => Promise<Response>): Promise<ReturnType<typeof refusal>> => {
    const before = await server.ledger.store.head()
    const answer = refusal(await work())
    await answer
    expect(await server.ledger.store.head()).toBe(before)
    return answer
  }

  it('are one each in the demo, worth what was paid in', async () => {
    const pools = await poolsOf(ada)
    expect(pools).toHaveLength(1)
    expect(pools[0]).toMatchObject({
      status: 'open',
      total_invested_cents: 1_200_00,
      simulated: true,
      market: 'Simulated market',
      auto_bill_payment_enabled: true,
    })
  })

  it('are created with money of the wallet, to the cent', async () => {
    const before = await walletOf(grace)
    const {
      pool,
      status,
      position,
      amount_cents: amount,
    } = await moved(
      await creates(grace, {
        pool_type: 'bonds',
        risk_profile: 'conservative',
        initial_investment_cents: 123_45,
      }),
    )
    expect([status, amount]).toEqual(['completed', 123_45])
    expect(pool).toMatchObject({
      pool_name: 'Rainy days',
      pool_type: 'bonds',
      risk_profile: 'conservative',
      total_invested_cents: 123_45,
      current_value_cents: 123_45,
      target_monthly_yield_cents: 5_00,
      total_returns_cents: 0,
      transaction_count: 1,
      auto_bill_payment_enabled: true,
      time_weighted_return_percent: '0.00',
      month_yield_cents: 0,
    })
    const after = await walletOf(grace, position)
    expect(Math.round((Number(before.usd) - Number(after.usd)) * 100)).toBe(123_45)
    const { transactions } = await pageOf(grace, '?limit=1', position)
    expect(transactions[0]).toMatchObject({ kind: 'pool_contribution', amount: '-123.45' })
  })

  it('take contributions, pay withdrawals and close, and the wallet has all of it back', async () => {
    const before = await walletOf(grace)
    const { pool_id: id } = await moved(await creates(grace, { initial_investment_cents: 200_00 }))
    const more = await moved(await grace.post(`${POOLS}/${id}/contributions`, { amount_cents: 33_33 }))
    expect(more.pool).toMatchObject({ current_value_cents: 233_33, total_invested_cents: 233_33 })
    const less = await moved(await grace.post(`${POOLS}/${id}/withdrawals`, { amount_cents: 77_77 }))
    expect(less.pool).toMatchObject({ current_value_cents: 155_56, total_invested_cents: 155_56 })
    const closed = await moved(await grace.post(`${POOLS}/${id}/close`, undefined), 200)
    expect(closed).toMatchObject({ status: 'completed', amount_cents: 155_56 })
    expect(closed.pool).toMatchObject({ status: 'closed', current_value_cents: 0, total_invested_cents: 0 })
    expect((await walletOf(grace, closed.position)).usd).toBe(before.usd)

    const response = await grace.fetch(`${POOLS}/${id}/activity`, at(closed.position))
    const { activity } = poolOperations.listPoolActivity.response.parse(await response.json())
    expect(activity.map(({ kind, amount_cents: cents }) => [kind, cents])).toEqual([
      ['closed', null],
      ['withdrawal', -155_56],
      ['withdrawal', -77_77],
      ['contribution', 33_33],
      ['contribution', 200_00],
      ['created', null],
    ])
    const detail = await grace.fetch(`${POOLS}/${id}?days=30`, at(closed.position))
    const { history } = poolOperations.getPool.response.parse(await detail.json())
    expect(history).toMatchObject([{ value_cents: 0, flow_cents: 0, invested_cents: 0 }])
    for (const call of ['contributions', 'withdrawals'] as const)
      expect(
        await unchanged(() => grace.post(`${POOLS}/${id}/${call}`, { amount_cents: 1_00 })),
      ).toMatchObject({ status: 422, code: 'pool_closed' })
    expect(await unchanged(() => grace.post(`${POOLS}/${id}/close`, undefined))).toMatchObject({
      status: 409,
      code: 'already_closed',
    })
  })

  it('answer the same for the same key, and move money once', async () => {
    const [key, addKey, closeKey] = [randomUUID(), randomUUID(), randomUUID()]
    const before = await walletOf(grace)
    const first = await moved(await creates(grace, {}, key))
    expect(await moved(await creates(grace, {}, key))).toEqual(first)
    expect(await refusal(await creates(grace, { initial_investment_cents: 101_00 }, key))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    })
    const add = () =>
      grace.post(`${POOLS}/${first.pool_id}/contributions`, { amount_cents: 5_00 }, keyed(addKey))
    expect(await moved(await add())).toEqual(await moved(await add()))
    const close = () => grace.post(`${POOLS}/${first.pool_id}/close`, undefined, keyed(closeKey))
    const closed = await moved(await close(), 200)
    expect(await moved(await close(), 200)).toEqual(closed)
    // As if their answers had been lost: keys without an answer are looked up in the ledger.
    await server.pool.query(
      'update app.idempotency_key set status = null, response = null, position = null where key = any($1)',
      [[key, addKey, closeKey]],
    )
    const { length } = await poolsOf(grace, closed.position)
    for (const again of [await creates(grace, {}, key), await add(), await close()])
      expect((await moved(again, again.status)).status).toBe('completed')
    expect(await poolsOf(grace)).toHaveLength(length)
    expect((await walletOf(grace, closed.position)).usd).toBe(before.usd)
  })

  it('refuse more than there is, name the field, and append nothing', async () => {
    const { pool_id: id } = await moved(await creates(grace))
    expect(
      await unchanged(() => grace.post(`${POOLS}/${id}/withdrawals`, { amount_cents: 100_01 })),
    ).toMatchObject({
      status: 422,
      code: 'insufficient_pool_value',
      error: 'Only $100.00 is in this pool.',
      fields: { amount_cents: 'Only $100.00 is in this pool.' },
    })
    for (const response of [
      () => creates(grace, { initial_investment_cents: 900_000_00 }),
      () => grace.post(`${POOLS}/${id}/contributions`, { amount_cents: 900_000_00 }),
    ])
      expect(await unchanged(response)).toMatchObject({ status: 422, code: 'insufficient_funds' })
  })

  it('do not exist for another member', async () => {
    const { pool_id: id } = await moved(await creates(grace))
    const closed = await moved(await creates(grace))
    await grace.post(`${POOLS}/${closed.pool_id}/close`, undefined)
    const put = (path: string, body: unknown) =>
      ada.fetch(path, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    for (const one of [id, closed.pool_id, randomUUID()])
      for (const call of [
        () => ada.fetch(`${POOLS}/${one}`),
        () => ada.fetch(`${POOLS}/${one}/activity`),
        () => ada.post(`${POOLS}/${one}/contributions`, { amount_cents: 1_00 }),
        () => ada.post(`${POOLS}/${one}/withdrawals`, { amount_cents: 1_00 }),
        () => ada.post(`${POOLS}/${one}/close`, undefined),
        () => put(`${POOLS}/${one}/settings`, { auto_bill_payment_enabled: false }),
      ])
        expect(await unchanged(call)).toMatchObject({ status: 404, code: 'pool_not_found' })
  })

  it('change their settings', async () => {
    const { pool_id: id } = await moved(await creates(grace))
    const set = (body: unknown) =>
      grace.fetch(`${POOLS}/${id}/settings`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    for (const [body, expected] of [
      [{ auto_bill_payment_enabled: false }, { auto_bill_payment_enabled: false }],
      [{ target_monthly_yield_cents: 25_00 }, { target_monthly_yield_cents: 25_00 }],
      [{ auto_bill_payment_enabled: true }, { auto_bill_payment_enabled: true }],
      [{}, { auto_bill_payment_enabled: true, target_monthly_yield_cents: 25_00 }],
    ] as const) {
      const response = await set(body)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject(expected)
    }
    const activity = await (await grace.fetch(`${POOLS}/${id}/activity`)).json()
    expect(activity).toMatchObject({
      activity: [
        { kind: 'auto_pay_on' },
        { kind: 'target_changed', amount_cents: 25_00 },
        { kind: 'auto_pay_off' },
        { kind: 'contribution' },
        { kind: 'created' },
      ],
    })
  })
})
