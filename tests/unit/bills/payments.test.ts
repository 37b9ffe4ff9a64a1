import { describe, expect, it } from 'vitest'
import { createBillStreams } from '../../../api/bills/bill-streams.ts'
import { payByHand } from '../../../api/bills/pay.ts'
import { createPayments } from '../../../api/bills/payments.ts'
import { MarketUnavailable } from '../../../api/pools/market.ts'
import { createMovements, poolIdOf } from '../../../api/pools/movements.ts'
import { createPoolStreams } from '../../../api/pools/pool-streams.ts'
import { ORDER_CENTS_MIN, tradeAt } from '../../../api/sandbox/market/trade.ts'
import { createWallets } from '../../../api/wallet/wallets.ts'
import { createAudit } from '../../../events/audit/audit.ts'
import { billIdOf, type Leg } from '../../../events/bills/events.ts'
import { derivedId } from '../../../events/ids.ts'
import { usd } from '../../../events/money.ts'
import type { EventStore } from '../../../events/store/event-store.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { DAY_MS, standingClock } from '../../support/moving-clock.ts'
import { crashingStore } from '../pools/crashing-store.ts'
import { NO_SNAPSHOTS } from '../../support/no-snapshots.ts'

const ada = derivedId('member', 'ada')
const billId = billIdOf('tellepathy', ada, '2026-01')
const paymentId = derivedId('payment')
const NAME = { keyId: 'k', nonce: 'n', ciphertext: 'c' } as const
/** A fund that gains 10 % in a day. */
const QUOTES = [
  { day: '2026-02-01', price: 100_000_000n, dividend: 0n },
  { day: '2026-02-02', price: 110_000_000n, dividend: 0n },
]

/** Three pools with $100.00 of gains each, a wallet with $700.00, and a bill of $250.00. */
const createWorld = async ({
  allowed = true,
  isOpen = (): boolean => true,
  isAway = (): boolean => false,
} = {}) => {
  const store = createMemoryStore()
  const clock = standingClock('2026-02-01T12:00:00.000Z')
  const quoted = async (_fund: unknown, after: string, through: string) =>
    QUOTES.filter(({ day }) => day > after && day <= through)
  const atOnce = tradeAt(quoted)
  const trade: typeof atOnce = async (order) => {
    if (isAway()) throw new MarketUnavailable('Away')
    return isOpen() ? atOnce(order) : { state: 'working' }
  }
  const market = { quotes: quoted, trade, slippage: 0n, orderCentsMin: ORDER_CENTS_MIN }
  const start = (over: EventStore = { ...store }) => {
    const wallets = createWallets({ store: over, snapshots: NO_SNAPSHOTS })
    const pools = createPoolStreams({ store: over, snapshots: NO_SNAPSHOTS, market, clock })
    const movements = createMovements({ store: over, wallets, pools, clock, onUnfinished: () => {} })
    const bills = createBillStreams({ store: over, clock })
    const payments = createPayments({ bills, pools, wallets, clock, onUnfinished: () => {} })
    return { wallets, pools, movements, bills, payments }
  }
  const first = start()
  const context = () => ({ actor: 'test', correlationId: ada, causationId: ada, at: clock().toISOString() })
  const { wallets } = first
  await wallets.execute(ada, { type: 'openWallet', memberId: ada }, context())
  const deposit = { depositId: derivedId('deposit'), source: 'bank', amount: usd(3_700_00) } as const
  await wallets.execute(ada, { type: 'creditDeposit', ...deposit }, context())
  if (allowed)
    await wallets.execute(ada, { type: 'setBillsFromWallet', changeId: billId, allowed }, context())
  const poolIds: string[] = []
  for (const name of ['one', 'two', 'three']) {
    const idempotencyKey = derivedId('key', name)
    const poolId = poolIdOf(ada, idempotencyKey)
    poolIds.push(poolId)
    await first.movements.contribute({
      memberId: ada,
      poolId,
      idempotencyKey,
      repeated: false,
      amount: 1_000_00n,
      opens: { name: NAME, poolType: 'mixed', risk: 'moderate', autoPay: true, target: '0' },
    })
  }
  clock.forward(DAY_MS)
  const lines = [{ item: 'plan:standard', reference: 'one', cents: 250_00n }]
  const issue = { billId, memberId: ada, biller: 'tellepathy', period: '2026-01', lines } as const
  await first.bills.execute(
    billId,
    { type: 'issue', ...issue, dueOn: '2026-02-09' },
    { actor: 'system', causationId: billId },
  )
  const legs: readonly Leg[] = [
    ...poolIds.map((poolId): Leg => ({ source: 'pool', poolId, dividends: '0', gains: '8000' })),
    { source: 'wallet', amount: '1000' },
  ]
  const order = { billId, memberId: ada, paymentId, method: 'auto', legs } as const
  const count = (type: string) => store.log.filter((recorded) => recorded.type === type).length
  const check = () => {
    const audit = createAudit({ dense: true })
    for (const recorded of store.log) audit.check(recorded)
    audit.finish({ idle: true })
    return audit
  }
  return { store, start, first, poolIds, order, count, check }
}
type World = Awaited<ReturnType<typeof createWorld>>

/** Actions that make the third pool, or the wallet, decline. */
const obstacles = {
  nothing: async () => {},
  'a withdrawal from the third pool': async ({ first, poolIds }: World) => {
    const poolId = poolIds[2] ?? ''
    const order = { memberId: ada, poolId, idempotencyKey: derivedId('withdraw'), repeated: false }
    await first.movements.close(order)
  },
  'an empty wallet': async ({ first }: World) => {
    const to = derivedId('member', 'grace')
    const command = {
      type: 'sendTransfer',
      transferId: derivedId('transfer'),
      to,
      amount: usd(699_00),
    } as const
    const at = '2026-02-02T12:00:00.000Z'
    const context = { actor: ada, correlationId: ada, causationId: ada, at }
    await first.wallets.execute(to, { type: 'openWallet', memberId: to }, context)
    await first.wallets.execute(ada, { ...command, message: null, provenAt: at }, context)
    const received = { transferId: command.transferId, from: ada, amount: command.amount, message: null }
    await first.wallets.execute(to, { type: 'receiveTransfer', ...received, sentAt: at }, context)
  },
} as const

const checkEnd = (world: World, obstacle: keyof typeof obstacles): void => {
  const { count, check } = world
  const { bills, book } = check()
  const paid = obstacle === 'nothing'
  expect(bills.get(billId)?.status).toBe(paid ? 'paid' : 'issued')
  expect([count('BillPaid'), count('BillPaymentFailed')]).toEqual(paid ? [1, 0] : [0, 1])
  expect(-book.balanceOf('liability:biller:tellepathy', 'USD')).toBe(paid ? 250_00n : 0n)
  expect(count('PoolProceedsReturned')).toBe(
    { nothing: 0, 'a withdrawal from the third pool': 2, 'an empty wallet': 3 }[obstacle],
  )
  expect(count('PoolPaymentSettled')).toBe(paid ? 3 : 0)
}

describe('a payment by three pools and the wallet', () => {
  it('waits while the market is closed, for its own order or another of a pool, and is made when it opens', async () => {
    let open = true
    const world = await createWorld({ isOpen: () => open })
    const { order, poolIds, first } = world
    open = false
    const idempotencyKey = derivedId('withdraw')
    const withdrawal = {
      memberId: ada,
      poolId: poolIds[1] ?? '',
      idempotencyKey,
      repeated: false,
      amount: 5_00n,
    }
    expect(await first.movements.withdraw(withdrawal)).toMatchObject({ status: 'processing' })
    expect(await first.payments.pay(order)).toMatchObject({ status: 'paying' })
    expect(await world.start().payments.finish(billId)).toMatchObject({ status: 'paying', paymentId })
    expect(world.count('PoolPaymentDeclined')).toBe(0)
    open = true
    expect(await world.start().payments.finish(billId)).toMatchObject({ status: 'paid' })
    await world.start().movements.withdraw({ ...withdrawal, repeated: true })
    checkEnd(world, 'nothing')
  })

  for (const obstacle of ['nothing', 'a withdrawal from the third pool', 'an empty wallet'] as const) {
    it(`is made in full or not at all, with ${obstacle} in its way`, async () => {
      const world = await createWorld()
      await obstacles[obstacle](world)
      const { status } = await world.first.payments.pay(world.order)
      expect(status).toBe(obstacle === 'nothing' ? 'paid' : 'failed')
      checkEnd(world, obstacle)
    })

    it(`comes to the same end wherever it is killed, with ${obstacle} in its way`, async () => {
      for (let steps = 1; ; steps += 1) {
        const world = await createWorld()
        await obstacles[obstacle](world)
        let left = steps
        const mortal = crashingStore(world.store, () => (left -= 1) > 0)
        await world
          .start(mortal.store)
          .payments.pay(world.order)
          .catch(() => undefined)
        // Two other processes find the half-done payment at the same time.
        const others = [world.start(), world.start()]
        const { bill } = await world.first.bills.load(billId)
        if (bill.status === 'issued' && bill.failure === null) await world.first.payments.pay(world.order)
        await Promise.all(others.map(({ payments }) => payments.finish(billId)))
        await world.first.payments.finish(billId)
        checkEnd(world, obstacle)
        if (!mortal.isDead()) {
          expect(steps).toBeGreaterThan(20)
          return
        }
      }
    })
  }

  it('is under way while the market is away, so that paying by hand is refused and not an error', async () => {
    let away = false
    const world = await createWorld({ isAway: () => away })
    away = true
    await world.first.payments.pay(world.order)
    const area = { ...world.first, clock: standingClock('2026-02-02T12:00:00.000Z') }
    const byHand = () => payByHand(area, { memberId: ada, idempotencyKey: derivedId('by hand') }, billId)
    await expect(byHand()).rejects.toMatchObject({ code: 'payment_pending' })
    away = false
    await expect(byHand()).rejects.toMatchObject({ code: 'already_paid' })
    checkEnd(world, 'nothing')
  })

  it('is made once, whoever begins it how often', async () => {
    const world = await createWorld()
    const processes = [world.first, world.start(), world.start()]
    const outcomes = await Promise.allSettled(processes.map(({ payments }) => payments.pay(world.order)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    checkEnd(world, 'nothing')
    await expect(
      world.start().payments.pay({ ...world.order, paymentId: derivedId('another') }),
    ).rejects.toMatchObject({ code: 'already_paid' })
  })

  it('does not take from a wallet that auto-pay may not use', async () => {
    const world = await createWorld({ allowed: false })
    const { status } = await world.first.payments.pay(world.order)
    expect(status).toBe('failed')
    checkEnd(world, 'an empty wallet')
  })

  it('is refused when its legs do not come to the bill, and for another member', async () => {
    const world = await createWorld()
    const { length } = world.store.log
    const legs: readonly Leg[] = [{ source: 'wallet', amount: '24999' }]
    await expect(world.first.payments.pay({ ...world.order, legs })).rejects.toThrow(RangeError)
    await expect(
      world.first.payments.pay({ ...world.order, memberId: derivedId('member', 'grace') }),
    ).rejects.toMatchObject({ code: 'bill_not_found' })
    expect(world.store.log).toHaveLength(length)
  })
})
