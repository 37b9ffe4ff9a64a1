import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../../events/calendar.ts'
import { MIN_POSITION_HEADER } from '../../../api/contract/operation.ts'
import { Bill, BillForecast, billOperations } from '../../../api/contract/bills.ts'
import { Dashboard, type Pool } from '../../../api/contract/pools.ts'
import { poolOperations } from '../../../api/contract/pool-operations.ts'
import { CLOCK_SHIFT_HEADER } from '../../../api/contract/sandbox.ts'
import { createBillStreams } from '../../../api/bills/bill-streams.ts'
import { billIdOf } from '../../../events/bills/events.ts'
import type { Browser } from '../../support/browser.ts'
import { movingClock } from '../../support/moving-clock.ts'
import { startTestServer, type TestServer, type Member } from '../../support/test-server.ts'
import { keyed, refusal, walletOf } from '../../support/wallet-calls.ts'

const put = (member: Browser, path: string, body: unknown) =>
  member.fetch(path, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('bills', () => {
  const clock = movingClock('2026-03-10T09:00:00.000Z')
  let server: TestServer
  let ada: Member
  let grace: Member
  let shiftMs = 0
  beforeAll(async () => {
    server = await startTestServer({ clock })
    ;[ada, grace] = await Promise.all([server.signIn('ada'), server.signIn('grace')])
  })
  afterAll(async () => {
    await server?.check({ idle: false })
    await server?.stop()
  })

  const now = () => new Date(clock().getTime() + shiftMs)
  const advance = async (days: number): Promise<void> => {
    const response = await ada.post('/api/sandbox/clock/advance', { days })
    expect(response.status).toBe(200)
    shiftMs += days * 86_400_000
    const shift = async () => Number((await ada.fetch('/api/dashboard')).headers.get(CLOCK_SHIFT_HEADER))
    await expect.poll(shift, { timeout: 120_000 }).toBe(shiftMs)
  }

  const read = async <T>(
    member: Browser,
    path: string,
    schema: { parse: (value: unknown) => T },
    position?: string,
  ): Promise<T> => {
    const headers = { [MIN_POSITION_HEADER]: position ?? (await server.ledger.store.head()).toString() }
    const response = await member.fetch(path, { headers })
    expect(response.status).toBe(200)
    return schema.parse(await response.json())
  }
  const billsOf = async (member: Browser, query = '') =>
    read(member, `/api/bills${query}`, billOperations.listBills.response)
  const poolsOf = async (member: Browser): Promise<readonly Pool[]> =>
    (await read(member, '/api/investments/pools', poolOperations.listPools.response)).pools

  /** A bill of the telecom service, as its process would issue it. */
  const issue = async (memberId: string, period: string, cents: bigint, dueOn: string): Promise<string> => {
    const bills = createBillStreams({ store: server.ledger.store, clock: now })
    const billId = billIdOf('tellepathy', memberId, period)
    const lines = [{ item: 'plan:standard', reference: randomUUID(), cents }]
    await bills.execute(
      billId,
      { type: 'issue', billId, memberId, biller: 'tellepathy', period, lines, dueOn },
      { actor: 'system', causationId: billId },
    )
    return billId
  }

  const until = async <T>(look: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> =>
    expect.poll(look, { timeout: 20_000 }).toSatisfy(isThere).then(look)

  const billWhen = (member: Browser, id: string, isThere: (bill: Bill) => boolean): Promise<Bill> =>
    until(() => read(member, `/api/bills/${id}`, Bill), isThere)

  it('are paid by hand from the wallet, once, and by nobody else', async () => {
    const id = await issue(ada.id, '2026-01', 35_00n, '2026-06-30')
    const before = await walletOf(ada, (await server.ledger.store.head()).toString())
    expect((await billsOf(ada)).bills).toMatchObject([
      {
        id,
        status: 'issued',
        amount_cents: 35_00,
        biller_title: 'Tellepathy',
        due_on: '2026-06-30',
        auto_pay_on: '2026-06-27',
        paid_by: null,
        legs: [],
      },
    ])
    const head = await server.ledger.store.head()
    for (const call of [
      () => grace.fetch(`/api/bills/${id}`),
      () => grace.post(`/api/bills/${id}/pay`),
      () => ada.post(`/api/bills/${randomUUID()}/pay`),
    ])
      expect(await refusal(await call())).toMatchObject({ status: 404, code: 'bill_not_found' })
    expect(await server.ledger.store.head()).toBe(head)

    const key = randomUUID()
    const pay = () => ada.post(`/api/bills/${id}/pay`, undefined, keyed(key))
    const paid = Bill.parse(await (await pay()).json())
    expect(paid).toMatchObject({
      status: 'paid',
      paid_by: 'wallet',
      legs: [{ source: 'wallet', amount_cents: 35_00, pool_id: null }],
    })
    expect(Bill.parse(await (await pay()).json())).toEqual(paid)
    await server.pool.query(
      'update app.idempotency_key set status = null, response = null, position = null where key = $1',
      [key],
    )
    expect(Bill.parse(await (await pay()).json())).toEqual(paid)
    expect(await refusal(await ada.post(`/api/bills/${id}/pay`))).toMatchObject({
      status: 409,
      code: 'already_paid',
    })
    const after = await walletOf(ada, (await server.ledger.store.head()).toString())
    expect(Number(before.usd) - Number(after.usd)).toBeCloseTo(35, 5)
    expect((await billsOf(ada, '?status=unpaid')).bills).toEqual([])
    expect((await billsOf(ada, '?status=paid')).bills).toHaveLength(1)
  })

  it('are refused without funds, and nothing is appended', async () => {
    const id = await issue(ada.id, '2026-02', 90_000_00n, '2026-06-30')
    const head = await server.ledger.store.head()
    expect(await refusal(await ada.post(`/api/bills/${id}/pay`))).toMatchObject({
      status: 422,
      code: 'insufficient_funds',
    })
    expect(await server.ledger.store.head()).toBe(head)
  })

  it('are paid by dividends and gains of the pool, day by day as they come, and say why not until then', async () => {
    const [pool] = await poolsOf(grace)
    if (!pool) throw new Error('Grace has no pool')
    const id = await issue(
      grace.id,
      '2026-02',
      10_00n,
      dayOf(new Date(now().getTime() + 2 * 86_400_000).toISOString()),
    )
    const waiting = await billWhen(grace, id, (bill) => bill.auto_pay_failure !== null)
    expect(waiting.auto_pay_failure).toMatchObject({
      reason: 'pools_short',
      message: expect.stringMatching(/short/),
    })
    const forecast = await read(grace, '/api/bills/forecast', BillForecast)
    expect(forecast).toMatchObject({
      simulated: true,
      auto_pay_pools: 1,
      next: { bill_id: id, amount_cents: 10_00, estimated: false, covered_by: 'nothing' },
    })
    // A bill lacks no more than its own amount, whatever bills before it lack.
    expect(forecast.next?.missing_cents).toBeLessThanOrEqual(10_00)

    await advance(100)
    const paid = await billWhen(grace, id, ({ status }) => status === 'paid')
    expect(paid).toMatchObject({ paid_by: 'pools', auto_pay_failure: null })
    expect(paid.legs).toMatchObject([
      { source: 'pool', pool_id: pool.id, pool_name: pool.pool_name, amount_cents: 10_00 },
    ])
    expect(paid.legs.map((leg) => leg.dividends_cents + leg.gains_cents)).toEqual([10_00])

    // On the way months have ended; their bills were paid as well, as soon as the pool could.
    const { bills: others } = await billsOf(grace, '?status=paid')
    const paidCents = others.flatMap(({ legs }) => legs).reduce((sum, leg) => sum + leg.amount_cents, 0)
    expect(paidCents).toBeGreaterThan(10_00)
    const [after] = (await poolsOf(grace)).filter((one) => one.id === pool.id)
    expect(after).toMatchObject({ bills_paid_cents: paidCents, total_invested_cents: 1_200_00 })
    expect(after?.valued_on).toBe(dayOf(now().toISOString()))
    expect(after?.total_returns_cents).toBe(
      (after?.current_value_cents ?? 0) + paidCents - (after?.contributed_cents ?? 0),
    )
    const { history } = await read(
      grace,
      `/api/investments/pools/${pool.id}?days=1100`,
      poolOperations.getPool.response,
    )
    expect(history).toHaveLength(101)
    expect(history.at(-1)).toMatchObject({ value_cents: after?.current_value_cents })
    const { activity } = await read(
      grace,
      `/api/investments/pools/${pool.id}/activity`,
      poolOperations.listPoolActivity.response,
    )
    expect(activity.filter(({ kind, bill_id: of }) => kind === 'bill_payment' && of === id)).toMatchObject([
      { amount_cents: -10_00 },
    ])
    const dashboard = await read(grace, '/api/dashboard', Dashboard)
    expect(dashboard).toMatchObject({
      total_pool_value_cents: after?.current_value_cents,
      bills_paid_by_investments: others.filter(({ legs }) => legs.some(({ source }) => source === 'pool'))
        .length,
      bills_paid_by_investments_cents: paidCents,
      active_pools: 1,
    })
  }, 180_000)

  it('of months that ended while nobody was there are issued by the telecom service, and become past due', async () => {
    const own = () => billsOf(ada, '?status=unpaid')
    const issued = await until(own, ({ bills }) => bills.some(({ period }) => period === '2026-04'))
    const bill = issued.bills.find(({ period }) => period === '2026-04')
    expect(bill?.lines[0]).toMatchObject({ item: 'plan:standard', amount_cents: 35_00 })
    await advance(8)
    const late = await billWhen(
      ada,
      bill?.id ?? '',
      ({ status, auto_pay_failure: failure }) => status === 'past_due' && failure !== null,
    )
    expect(late.auto_pay_failure?.reason).toBe('pools_short')
  })

  it('take what the pools lack from the wallet, once the member allows it', async () => {
    const before = await billsOf(ada, '?status=unpaid')
    expect(before.settings).toEqual({ pay_from_wallet: false })
    expect((await put(ada, '/api/bills/settings', { pay_from_wallet: 'yes' })).status).toBe(400)
    const response = await put(ada, '/api/bills/settings', { pay_from_wallet: true })
    expect([response.status, await response.json()]).toEqual([200, { pay_from_wallet: true }])
    expect((await billsOf(ada)).settings).toEqual({ pay_from_wallet: true })
    await advance(1)
    // All but the one that is larger than any balance.
    const { bills: unpaid } = await until(
      () => billsOf(ada, '?status=unpaid'),
      (seen) => seen.bills.length === 1 && seen.bills[0]?.auto_pay_failure !== null,
    )
    expect(unpaid).toMatchObject([{ amount_cents: 90_000_00, auto_pay_failure: { reason: 'wallet_short' } }])
    const { bills } = await billsOf(ada, '?status=paid')
    expect(bills.some(({ paid_by: by }) => by === 'pools_and_wallet' || by === 'pools')).toBe(true)
    expect(bills.length).toBeGreaterThan(2)
    for (const bill of bills)
      expect(bill.legs.reduce((sum, leg) => sum + leg.amount_cents, 0)).toBe(bill.amount_cents)
  })

  it('are paid three days before they are due, however far the clock is put forward at once', async () => {
    const begunAt = now().toISOString()
    await advance(31)
    const { bills } = await billsOf(ada, '?status=paid')
    const onTheWay = bills.filter((bill) => bill.issued_at > begunAt)
    expect(onTheWay.map((bill) => bill.paid_at?.slice(0, 10))).toEqual([
      addDays(onTheWay[0]?.due_on ?? '', -3),
    ])
  }, 120_000)

  it('stay as they are over a restart, and so does the clock', async () => {
    const before = await billsOf(ada, '?status=paid')
    await server.restart()
    ada = await server.signIn('ada')
    expect((await billsOf(ada, '?status=paid')).bills).toEqual(before.bills)
    const response = await ada.fetch('/api/dashboard')
    expect(response.headers.get(CLOCK_SHIFT_HEADER)).toBe(String(shiftMs))
    // The As-Of header is real time.
    expect(Math.abs(Date.parse(response.headers.get('As-Of') ?? '') - clock().getTime())).toBeLessThan(60_000)
  })

  it('are refused to whoever moves the clock by nothing, too much, or backwards', async () => {
    for (const days of [0, -1, 367, 1.5, '5', null])
      expect(await refusal(await ada.post('/api/sandbox/clock/advance', { days }))).toMatchObject({
        status: 400,
        fields: { days: expect.any(String) },
      })
    expect((await openless(server)).status).toBe(401)
  })
})

const openless = (server: TestServer): Promise<Response> =>
  fetch(`${server.url}/api/sandbox/clock/advance`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: server.url },
    body: JSON.stringify({ days: 1 }),
  })
