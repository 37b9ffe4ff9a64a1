import { describe, expect, it } from 'vitest'
import { decide, PoolBehind, type PoolCommand } from '../../../events/pools/decide.ts'
import type { PoolEvent } from '../../../events/pools/events.ts'
import { availableForBills, valueCents, type Quote } from '../../../events/pools/holding.ts'
import { evolve, initialState, type KnownPool, type Pool } from '../../../events/pools/pool.ts'
import { derivedId } from '../../../events/ids.ts'
import { Refusal } from '../../../events/refusal.ts'

const poolId = derivedId('test', 'pool')
const ada = derivedId('test', 'ada')
const grace = derivedId('test', 'grace')
const NAME = { keyId: 'k', nonce: 'n', ciphertext: 'c' }
const quote = (day: string, price: bigint, dividend = 0n): Quote => ({ day, price, dividend })
const FIRST = quote('2026-01-01', 100_000_000n)
const priced = (...quotes: readonly Quote[]) => ({ today: quotes.at(-1)?.day ?? '2026-01-01', quotes })

const terms = { name: NAME, poolType: 'mixed', risk: 'moderate', autoPay: true, target: '500' } as const
const opened = {
  type: 'receiveContribution',
  poolId,
  memberId: ada,
  contributionId: derivedId('test', 'first'),
  amount: 1_000_00n,
  opens: terms,
  ...priced(FIRST),
} as const satisfies PoolCommand

const after = (...commands: readonly PoolCommand[]): KnownPool => {
  const pool = commands.reduce<Pool>(
    (state, command) => decide(command, state).reduce<Pool>(evolve, state),
    initialState(),
  )
  if (pool.status === 'absent') throw new Error('There is no pool')
  return pool
}
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
const strike: PoolCommand = { type: 'strike', ...priced(up) }
const payBill = (amount: bigint, ...quotes: readonly Quote[]): PoolCommand => ({
  type: 'payBill',
  billId,
  paymentId,
  amount,
  today: quotes.at(-1)?.day ?? up.day,
  quotes,
})
const withdraw = (amount: bigint, memberId: string = ada) => ({
  type: 'withdraw' as const,
  memberId,
  proceedsId,
  amount,
  ...priced(FIRST),
})
const close = (memberId: string = ada, day = FIRST.day): PoolCommand => ({
  type: 'close',
  memberId,
  proceedsId,
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
    expect(types(decide(strike, pool))).toEqual(['PoolValued', 'DividendReceived'])
    const struck = after(opened, strike)
    expect(availableForBills(struck.holding)).toEqual({ dividends: 5_00n, gains: 20_00n })
    expect(decide(strike, struck)).toEqual([])
  })

  it('is never dealt with at an old price: what is missing is asked for, or struck first', () => {
    const pool = after(opened)
    const late = { ...withdraw(10_00n), ...priced(quote('2026-01-02', 101_000_000n)) }
    expect(types(decide(late, pool))).toEqual(['PoolValued', 'PoolProceedsSent'])
    for (const quotes of [[], [quote('2026-01-03', 101_000_000n)]])
      expect(() => decide({ ...withdraw(10_00n), today: '2026-01-03', quotes }, pool)).toThrow(PoolBehind)
    expect(() => decide({ type: 'strike', ...priced(quote('2026-01-03', 1n)) }, pool)).toThrow(PoolBehind)
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

  it('gives for a bill up to its dividends and gains, or declines', () => {
    const struck = after(opened, strike)
    expect(types(decide(payBill(25_00n), struck))).toEqual(['PoolProceedsSent'])
    expect(decide(payBill(25_01n), struck)).toMatchObject([
      { type: 'PoolPaymentDeclined', data: { reason: 'not_enough' } },
    ])
    const off = after(opened, strike, {
      type: 'changeSettings',
      memberId: ada,
      changeId: proceedsId,
      autoPay: false,
      target: undefined,
    })
    expect(decide(payBill(1n), off)).toMatchObject([{ data: { reason: 'auto_pay_off' } }])
    const closed = after(opened, strike, close(ada, up.day))
    expect(decide(payBill(1n), closed)).toMatchObject([{ data: { reason: 'closed' } }])
  })

  it('cannot be closed while a payment is pending; it can once that is over, either way', () => {
    const giving = after(opened, strike, payBill(10_00n))
    expect(giving.holding.principal).toBe(1_000_00n)
    expect(refused(close(ada, up.day), giving)).toBe('payment_pending')
    for (const type of ['settlePayment', 'takeBackPayment'] as const) {
      const end: PoolCommand = { type, billId, paymentId }
      const ended = after(opened, strike, payBill(10_00n), end)
      expect(decide(end, ended)).toEqual([])
      expect(refused(close(ada, up.day), ended)).toBe('allowed PoolProceedsSent,PoolClosed')
      expect(valueCents(ended.holding)).toBe(type === 'settlePayment' ? 1_015_00n : 1_025_00n)
    }
  })
})
