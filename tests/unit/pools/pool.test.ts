import { describe, expect, it } from 'vitest'
import { decide, type PoolCommand } from '../../../events/pools/decide.ts'
import { PoolBehind } from '../../../events/pools/valuation.ts'
import { PurchaseNeeded, SalePending } from '../../../events/pools/decide-sale.ts'
import type { PoolEvent } from '../../../events/pools/events.ts'
import {
  availableForBills,
  buy,
  GRAINS_PER_CENT,
  redeem,
  valueCents,
  type Fill,
  type Quote,
} from '../../../events/pools/holding.ts'
import { evolve, initialState, type KnownPool, type Pool } from '../../../events/pools/pool.ts'
import { derivedId } from '../../../events/ids.ts'
import { Refusal } from '../../../events/refusal.ts'

const poolId = derivedId('test', 'pool')
const ada = derivedId('test', 'ada')
const grace = derivedId('test', 'grace')
const NAME = { keyId: 'k', nonce: 'n', ciphertext: 'c' }
const quote = (day: string, price: bigint, dividend = 0n): Quote => ({ day, price, dividend })
const FIRST = quote('2026-01-01', 100_000_000n)
/** A market that takes orders of a dollar or more. */
const TERMS = { margin: 0n, orderCentsMin: 1_00n }
const priced = (...quotes: readonly Quote[]) => ({ today: quotes.at(-1)?.day ?? '2026-01-01', quotes })

const terms = { name: NAME, poolType: 'mixed', risk: 'moderate', autoPay: true, target: '500' } as const
const opened = {
  type: 'receiveContribution',
  poolId,
  memberId: ada,
  contributionId: derivedId('test', 'first'),
  amount: 1_000_00n,
  opens: terms,
  fill: { units: 10_00000000n, price: FIRST.price, rest: 0n },
  ...priced(FIRST),
} as const satisfies PoolCommand

/** The market's execution of the pool's sale, by default in full at the day's price. */
const ending = ({ sale, holding }: KnownPool, fill: Partial<Fill> = {}): PoolCommand => ({
  type: 'endSale',
  proceedsId: sale?.proceedsId ?? '',
  outcome: { fill: { units: sale?.units ?? 0n, price: holding.price, rest: 0n, ...fill } },
  today: holding.day,
  quotes: [],
})
const sold = (pool: Pool): Pool =>
  pool.status === 'absent' || !pool.sale ? pool : decide(ending(pool), pool).reduce<Pool>(evolve, pool)

const after = (...commands: readonly PoolCommand[]): KnownPool => {
  const pool = commands.reduce<Pool>(
    (state, command) => sold(decide(command, state).reduce<Pool>(evolve, state)),
    initialState(),
  )
  if (pool.status === 'absent') throw new Error('There is no pool')
  return pool
}
/** With its sale ordered and not ended. */
const selling = (command: PoolCommand, pool: KnownPool): KnownPool => {
  const ordered = decide(command, pool).reduce<Pool>(evolve, pool)
  if (ordered.status === 'absent') throw new Error('There is no pool')
  return ordered
}
const settled = () => ({ type: 'settlePayment', billId, paymentId }) as const
const types = (events: readonly PoolEvent[]): string[] => events.map(({ type }) => type)
const refused = (command: PoolCommand, pool: Pool): string => {
  try {
    return `allowed ${types(decide(command, pool)).join()}`
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const proceedsId = derivedId('test', 'proceeds')
const paymentId = derivedId('test', 'payment')
const billId = derivedId('test', 'bill')
const up = quote('2026-01-02', 102_000_000n, 500_000n)
const revalue: PoolCommand = { type: 'revalue', ...priced(up) }
const payBill = (amount: bigint, ...quotes: readonly Quote[]) => ({
  type: 'payBill' as const,
  billId,
  paymentId,
  amount,
  terms: TERMS,
  today: quotes.at(-1)?.day ?? up.day,
  quotes,
})
const withdraw = (amount: bigint, memberId: string = ada) => ({
  type: 'withdraw' as const,
  memberId,
  proceedsId,
  amount,
  terms: TERMS,
  ...priced(FIRST),
})
const close = (memberId: string = ada, day = FIRST.day): PoolCommand => ({
  type: 'close',
  memberId,
  proceedsId,
  terms: TERMS,
  today: day,
  quotes: [],
})

describe('a pool', () => {
  it('begins with its first contribution', () => {
    expect(types(decide(opened, initialState()))).toEqual(['PoolCreated', 'PoolContributionReceived'])
    const pool = after(opened)
    expect([pool.status, pool.holding.units, valueCents(pool.holding)]).toEqual([
      'open',
      10_00000000n,
      1_000_00n,
    ])
    expect(refused({ ...opened, opens: null }, initialState())).toBe('pool_not_found')
  })

  it('is valued once a day, with the dividend on the units of the morning', () => {
    const pool = after(opened)
    expect(types(decide(revalue, pool))).toEqual(['PoolValued', 'DividendReceived'])
    const revalued = after(opened, revalue)
    expect(availableForBills(revalued.holding, 1_00n)).toEqual({ dividends: 5_00n, gains: 20_00n })
    expect(decide(revalue, revalued)).toEqual([])
  })

  it('is never dealt with at an old price: what is missing is asked for, or struck first', () => {
    const pool = after(opened)
    const late = { ...withdraw(10_00n), ...priced(quote('2026-01-02', 101_000_000n)) }
    expect(types(decide(late, pool))).toEqual(['PoolValued', 'PoolProceedsOrdered'])
    for (const quotes of [[], [quote('2026-01-03', 101_000_000n)]])
      expect(() => decide({ ...withdraw(10_00n), today: '2026-01-03', quotes }, pool)).toThrow(PoolBehind)
    expect(() => decide({ type: 'revalue', ...priced(quote('2026-01-03', 1n)) }, pool)).toThrow(PoolBehind)
  })

  it('refuses what cannot be: too much, nothing, less than nothing, of another member, of no pool, when closed', () => {
    const pool = after(opened)
    expect(refused(withdraw(1_000_01n), pool)).toBe('insufficient_pool_value')
    for (const amount of [0n, -1n]) {
      expect(refused(withdraw(amount), pool)).toBe('amount_out_of_range')
      expect(refused({ ...opened, amount }, pool)).toBe('amount_out_of_range')
    }
    const settings = {
      type: 'changeSettings',
      changeId: proceedsId,
      autoPay: false,
      target: undefined,
    } as const
    for (const command of [
      withdraw(1n, grace),
      close(grace),
      { ...settings, memberId: grace },
      { ...opened, memberId: grace },
    ])
      expect(refused(command, pool)).toBe('pool_not_found')
    for (const command of [withdraw(1n), close(), { ...settings, memberId: ada }])
      expect(refused(command, initialState())).toBe('pool_not_found')
    const closed = after(opened, close())
    expect([closed.status, valueCents(closed.holding)]).toEqual(['closed', 0n])
    for (const command of [withdraw(1n), opened, { ...settings, memberId: ada }])
      expect(refused(command, closed)).toBe('pool_closed')
    expect(refused(close(), closed)).toBe('already_closed')
    expect(refused(close(grace), closed)).toBe('pool_not_found')
  })

  it('pays out all that it has, and not a cent more', () => {
    const pool = after(opened)
    expect(refused(withdraw(1_000_00n), pool)).toBe('allowed PoolProceedsOrdered')
    const emptied = after(opened, withdraw(1_000_00n))
    expect([valueCents(emptied.holding), emptied.holding.principal]).toEqual([0n, 0n])
    expect(refused(withdraw(1n), emptied)).toBe('insufficient_pool_value')
    // A pool that has nothing closes without a payment.
    expect(types(decide(ending(selling(close(), emptied)), selling(close(), emptied)))).toEqual([
      'PoolClosed',
    ])
    expect(() => redeem(pool.holding, 10_01n, 10_00000n)).toThrow(RangeError)
    expect(() => redeem(pool.holding, 1_000_00n, pool.holding.units + 1n)).toThrow(RangeError)
    expect(() => buy(pool.holding, 1_00n, 1_00000001n)).toThrow(RangeError)
  })

  it('tells what was changed of its settings, and only that', () => {
    const pool = after(opened)
    const change = (autoPay: boolean | undefined, target: bigint | undefined): PoolCommand => ({
      type: 'changeSettings',
      memberId: ada,
      changeId: proceedsId,
      autoPay,
      target,
    })
    const ids = { poolId, memberId: ada, changeId: proceedsId }
    for (const same of [change(undefined, undefined), change(true, 500n)])
      expect(decide(same, pool)).toEqual([])
    const both = decide(change(false, 750n), pool)
    expect(both).toEqual([
      { type: 'AutoPaySet', data: { ...ids, enabled: false } },
      { type: 'TargetYieldSet', data: { ...ids, target: '750' } },
    ])
    const changed = after(opened, change(false, 750n))
    expect([changed.autoPay, changed.target]).toEqual([false, 750n])
    expect(decide(change(false, 750n), changed)).toEqual([])
  })

  it('does nothing twice, and nothing for what it does not know', () => {
    const pool = after(opened)
    expect(decide(revalue, initialState())).toEqual([])
    expect(decide(revalue, after(opened, close()))).toEqual([])
    const unknown = { ...ending(pool), proceedsId: derivedId('test', 'other') }
    expect(decide(unknown, pool)).toEqual([])
    expect(decide(unknown, selling(withdraw(1_00n), pool))).toEqual([])
    const paying = selling(payBill(10_00n), after(opened, revalue))
    expect(decide(payBill(10_00n), paying)).toEqual([])
    for (const command of [
      payBill(1n),
      ending(pool),
      { ...settled(), type: 'takeBackPayment' },
      settled(),
    ] as const)
      expect(refused(command, initialState())).toBe('pool_not_found')
    expect(() => decide({ ...opened, quotes: [quote('2025-12-31', 1n)] }, initialState())).toThrow(
      'The pool is valued up to no day',
    )
  })

  it('gives for a bill up to its dividends and gains, or declines', () => {
    const revalued = after(opened, revalue)
    expect(types(decide(payBill(25_00n), revalued))).toEqual(['PoolProceedsOrdered'])
    expect(decide(payBill(0n), revalued)).toMatchObject([{ data: { reason: 'not_enough' } }])
    expect(decide(payBill(25_01n), revalued)).toMatchObject([
      { type: 'PoolPaymentDeclined', data: { reason: 'not_enough' } },
    ])
    const off = after(opened, revalue, {
      type: 'changeSettings',
      memberId: ada,
      changeId: proceedsId,
      autoPay: false,
      target: undefined,
    })
    expect(decide(payBill(1n), off)).toMatchObject([{ data: { reason: 'auto_pay_off' } }])
    const closed = after(opened, revalue, close(ada, up.day))
    expect(decide(payBill(1n), closed)).toMatchObject([{ data: { reason: 'closed' } }])
  })

  it('cannot be closed while a payment is pending; it can once that is over, either way', () => {
    const giving = after(opened, revalue, payBill(10_00n))
    expect(giving.holding.principal).toBe(1_000_00n)
    expect(refused(close(ada, up.day), giving)).toBe('payment_pending')
    for (const type of ['settlePayment', 'takeBackPayment'] as const) {
      const end: PoolCommand = { type, billId, paymentId }
      const ended = after(opened, revalue, payBill(10_00n), end)
      expect(decide(end, ended)).toEqual([])
      expect(refused(close(ada, up.day), ended)).toBe('allowed PoolProceedsOrdered')
      expect(valueCents(ended.holding)).toBe(type === 'settlePayment' ? 1_015_00n : 1_025_00n)
    }
  })
})

describe('an order at a market', () => {
  const fill = { units: 9_90000000n, price: 101_000_000n, rest: 700n }
  const dear = { ...opened, fill }

  it('buys at the price it was filled at, and what is not spent is cash', () => {
    expect(() => decide({ ...opened, fill: null }, initialState())).toThrow(PurchaseNeeded)
    expect(types(decide(dear, initialState()))).toEqual([
      'PoolCreated',
      'PoolRepriced',
      'PoolContributionReceived',
    ])
    const { holding } = after(dear)
    expect([holding.units, holding.price]).toEqual([fill.units, fill.price])
    // $1,000.00 minus the cost of the units, which is units × price minus the rest.
    expect(holding.cash).toBe(1_000_00n * GRAINS_PER_CENT - fill.units * fill.price + fill.rest)
    expect(holding.principal).toBe(1_000_00n)
  })

  it('pays a withdrawal out whole, and the rest stays as cash, or all that its units brought', () => {
    const ordered = decide(withdraw(100_00n), after(opened)).reduce<Pool>(evolve, after(opened))
    if (ordered.status === 'absent') throw new Error('There is no pool')
    for (const [price, paid, cash] of [
      [104_000_000n, '10000', 4_00n],
      [97_000_000n, '9700', 0n],
    ] as const) {
      const events = decide(ending(ordered, { price }), ordered)
      expect(events).toMatchObject([
        { type: 'PoolRepriced' },
        { type: 'PoolProceedsSent', data: { amount: { minor: paid } } },
      ])
      const { holding } = { ...ordered, ...events.reduce<Pool>(evolve, ordered) }
      expect([holding.units, holding.cash / GRAINS_PER_CENT]).toEqual([9_00000000n, cash])
    }
  })

  it('sells a little more for a bill, of the gains only, and declines when that brought too little', () => {
    const revalued = after(opened, revalue)
    const ordered = { ...payBill(15_00n), terms: { ...TERMS, margin: 30_000n } }
    const [order] = decide(ordered, revalued)
    // $5.00 is cash, $10.00 comes from units at $102.00, plus a margin of 3 %.
    expect(order).toMatchObject({ type: 'PoolProceedsOrdered', data: { units: '10098039' } })
    expect(decide({ ...payBill(25_00n), terms: { ...TERMS, margin: 900_000n } }, revalued)).toMatchObject([
      { data: { units: '19607844' } },
    ])
    const selling = decide(ordered, revalued).reduce<Pool>(evolve, revalued)
    if (selling.status === 'absent') throw new Error('There is no pool')
    expect(types(decide(ending(selling, { price: 99_900_000n }), selling))).toEqual([
      'PoolRepriced',
      'PoolProceedsSent',
    ])
    const declined = decide(ending(selling, { price: 99_000_000n }), selling)
    expect(types(declined)).toEqual(['PoolRepriced', 'PoolProceedsKept', 'PoolPaymentDeclined'])
    const left = declined.reduce<Pool>(evolve, selling)
    expect(left).toMatchObject({
      sale: null,
      pending: {},
      holding: { units: revalued.holding.units - 10098039n },
    })
  })

  it('sells no less than the market takes, and keeps as cash what that brings beyond a withdrawal', () => {
    const pool = after(opened)
    expect(decide(withdraw(50n), pool)).toMatchObject([
      { data: { units: '1000000', amount: { minor: '50' } } },
    ])
    expect(availableForBills(after(opened, withdraw(50n)).holding, 1_00n).dividends).toBe(50n)
    const terms = { margin: 30_000n, orderCentsMin: 1_00n }
    // A dollar also if the price falls by three per cent.
    expect(decide({ ...withdraw(50n), terms }, pool)).toMatchObject([{ data: { units: '1030000' } }])
    // The rest would be worth 60 cents.
    const [all] = decide(withdraw(999_40n), pool)
    expect(all).toMatchObject({ data: { units: '1000000000' } })
    const left = after(opened, withdraw(999_40n)).holding
    expect([left.units, valueCents(left)]).toEqual([0n, 60n])
  })

  it('takes small gains for no bill, and sells more than a small part of a bill', () => {
    const small = quote('2026-01-02', 100_099_000n)
    const gained = after(opened, { type: 'revalue', ...priced(small) })
    expect(valueCents(gained.holding)).toBe(1_000_99n)
    expect(decide({ ...payBill(56n), today: small.day }, gained)).toMatchObject([
      { type: 'PoolPaymentDeclined', data: { reason: 'not_enough' } },
    ])
    const more = after(opened, revalue)
    expect(decide(payBill(5_56n), more)).toMatchObject([
      { data: { units: '980393', amount: { minor: '556' } } },
    ])
    const { holding } = after(opened, revalue, payBill(5_56n))
    expect(availableForBills(holding, 1_00n)).toEqual({ dividends: 44n, gains: 19_00n })
  })

  describe('with units worth less than the market takes', () => {
    const dust = quote('2026-01-02', 60_000n)
    const fallen = () => after(opened, { type: 'revalue', ...priced(dust) })

    it('refuses a withdrawal before anything is promised', () => {
      expect(valueCents(fallen().holding)).toBe(60n)
      expect(refused({ ...withdraw(10n), today: dust.day, quotes: [] }, fallen())).toBe('order_below_minimum')
    })

    it('is closed: the platform takes what the market does not', () => {
      const closing = selling(close(ada, dust.day), fallen())
      const outcome = { refused: 'below_minimum' }
      const events = decide({ type: 'endSale', proceedsId, outcome, today: dust.day, quotes: [] }, closing)
      expect(events).toMatchObject([
        {
          type: 'PoolProceedsSent',
          data: { amount: { minor: '60' }, sold: '1000000000', taken: '1000000000', units: '0' },
        },
        { type: 'PoolClosed', data: { residue: '0' } },
      ])
    })
  })

  it('keeps the units that a sale did not sell, and pays what the others brought', () => {
    const withdrawing = selling(withdraw(100_00n), after(opened))
    const part = decide(ending(withdrawing, { units: 99560000n }), withdrawing)
    expect(part).toMatchObject([
      { type: 'PoolProceedsSent', data: { amount: { minor: '9956' }, sold: '99560000', units: '900440000' } },
    ])
    const paying = selling(payBill(10_00n), after(opened, revalue))
    expect(types(decide(ending(paying, { units: 1n }), paying))).toEqual([
      'PoolProceedsKept',
      'PoolPaymentDeclined',
    ])
  })

  it('sells the small rest of a closing to the platform, at the price of what was sold', () => {
    const closing = selling(close(), after(opened))
    const events = decide(ending(closing, { units: 9_99500000n, price: 99_000_000n }), closing)
    expect(events).toMatchObject([
      { type: 'PoolRepriced' },
      { type: 'PoolProceedsSent', data: { amount: { minor: '99000' }, sold: '1000000000', taken: '500000' } },
      { type: 'PoolClosed', data: { residue: '0' } },
    ])
  })

  it('leaves everything as it was when the market refuses', () => {
    const pool = after(opened)
    const selling = decide(withdraw(100_00n), pool).reduce<Pool>(evolve, pool)
    const outcome = { refused: 'market_422' }
    const refusal: PoolCommand = { type: 'endSale', proceedsId, outcome, ...priced(FIRST) }
    const events = decide(refusal, selling)
    expect(events).toMatchObject([{ type: 'PoolProceedsKept', data: { sold: '0', reason: 'market_422' } }])
    expect(events.reduce<Pool>(evolve, selling)).toEqual(pool)
  })

  it('declines a bill whose sale the market refuses, and keeps what brought nothing', () => {
    const paying = selling(payBill(10_00n), after(opened, revalue))
    const refusal: PoolCommand = {
      type: 'endSale',
      proceedsId: paying.sale?.proceedsId ?? '',
      outcome: { refused: 'market_422' },
      today: up.day,
      quotes: [],
    }
    expect(decide(refusal, paying)).toMatchObject([
      { type: 'PoolProceedsKept', data: { reason: 'market_422', sold: '0' } },
      { type: 'PoolPaymentDeclined', data: { billId, paymentId, reason: 'not_enough' } },
    ])
    const withdrawing = selling(withdraw(1_00n), after(opened))
    const worthless = decide(ending(withdrawing, { price: 1n }), withdrawing)
    expect(worthless).toMatchObject([
      { type: 'PoolRepriced' },
      { type: 'PoolProceedsKept', data: { reason: 'nothing_brought' } },
    ])
    const more = { units: (withdrawing.sale?.units ?? 0n) + 1n }
    expect(() => decide(ending(withdrawing, more), withdrawing)).toThrow(/parts of units were sold/)
    expect(types(decide(ending(withdrawing, { rest: 1n }), withdrawing))).toEqual([
      'PoolRepriced',
      'PoolProceedsSent',
    ])
    expect(types(decide(ending(withdrawing), withdrawing))).toEqual(['PoolProceedsSent'])
  })

  it('is the only sale of a pool, and nothing is paid in while it is being closed', () => {
    const pool = after(opened)
    const closing = decide(close(), pool).reduce<Pool>(evolve, pool)
    const other = derivedId('test', 'other')
    expect(() => decide({ ...withdraw(1n), proceedsId: other }, closing)).toThrow(SalePending)
    const more = { ...opened, contributionId: other, opens: null }
    expect(refused(more, closing)).toBe('pool_closed')
    const selling = decide(withdraw(1_00n), pool).reduce<Pool>(evolve, pool)
    expect(refused(more, selling)).toBe('allowed PoolContributionReceived')
  })
})
