import type { Pool } from 'pg'
import { expect, it } from 'vitest'
import { createReconciling } from '../../../api/reconciliation/reconciling.ts'
import { agrees } from '../../../api/reconciliation/statement.ts'
import type { BankTransaction, PayingBank } from '../../../api/withdrawals/paying-bank.ts'
import type { EventStore } from '../../../events/store/event-store.ts'
import { movingClock } from '../../support/moving-clock.ts'
import { testServer } from '../../support/test-server.ts'

const clock = movingClock('2026-11-30T12:00:00Z')
const server = testServer({ clock, env: { SEED: 'none', TREASURY_BANK: 'none' } })

const INTEREST: BankTransaction = {
  id: 'interest 1',
  at: new Date('2026-11-30T05:00:00Z'),
  amountMinor: 9n,
  kind: 'interest',
  reference: null,
}

class Died extends Error {}

/** Calls of a process that dies at the n-th of them, before or after it was done. */
const dyingAt = (n: number, isDone: boolean) => {
  let calls = 0
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    calls += 1
    if (calls > n || (calls === n && !isDone)) throw new Died()
    const result = await work()
    if (calls === n) throw new Died()
    return result
  }
  return { step, isDead: () => calls >= n }
}

/** An object whose named methods go through `step`. */
const stepping = <Target extends object>(
  target: Target,
  names: readonly (keyof Target & string)[],
  step: <T>(work: () => Promise<T>) => Promise<T>,
): Target =>
  new Proxy(target, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name, of)
      if (typeof value !== 'function') return value
      const bound = (...args: unknown[]): unknown => Reflect.apply(value, of, args)
      return names.some((one) => one === name)
        ? (...args: unknown[]) => step(async () => bound(...args))
        : bound
    },
  })

/** A pool whose queries, and those in its transactions, go through `step`. */
const steppingPool = (pool: Pool, step: <T>(work: () => Promise<T>) => Promise<T>): Pool => {
  const stepped = stepping(pool, ['query'], step)
  return Object.assign(Object.create(stepped), {
    query: (...args: Parameters<Pool['query']>) => stepped.query(...args),
    connect: async () => stepping(await pool.connect(), ['query'], step),
  })
}

const bankOf = (name: string): Pick<PayingBank, 'name' | 'transactionsSince' | 'balanceMinor'> => ({
  name,
  transactionsSince: async () => ({ transactions: [INTEREST], cursor: 'end' }),
  balanceMinor: async () => 9n,
})

it(
  'a process that dies at any step books each transaction once, and the next one finishes what it began',
  { timeout: 180_000 },
  async () => {
    const { pool, ledger } = server
    let deaths = 0
    for (const isDone of [false, true])
      for (let n = 1; ; n += 1) {
        const name = `bank ${isDone} ${n}`
        const { step, isDead } = dyingAt(n, isDone)
        const parts = {
          pool: steppingPool(pool, step),
          store: stepping<EventStore>(ledger.store, ['append', 'head'], step),
          wallets: ledger.wallets,
          clock,
        }
        const bank = stepping(bankOf(name), ['transactionsSince', 'balanceMinor'], step)
        const first = await createReconciling({ ...parts, bank })().catch((error: unknown) => {
          if (!(error instanceof Died) && !isDead()) throw error
          return null
        })
        if (!isDead()) break
        deaths += 1
        expect(first).toBeNull()
        await createReconciling({
          pool,
          store: ledger.store,
          wallets: ledger.wallets,
          bank: bankOf(name),
          clock,
        })()
        const again = await createReconciling({
          pool,
          store: ledger.store,
          wallets: ledger.wallets,
          bank: bankOf(name),
          clock,
        })()
        expect(again?.bankCents).toBe(9n)
        const { rows } = await pool.query<{ matches: string | null }>(
          'select matches from app.bank_transaction where bank = $1',
          [name],
        )
        expect(rows).toEqual([{ matches: 'booked interest 1' }])
        const booked = await Array.fromAsync(ledger.store.readAll())
        expect(
          booked.filter(
            ({ type, data }) => type === 'BankTransactionBooked' && Reflect.get(data, 'bank') === name,
          ),
        ).toHaveLength(1)
        expect(
          again && agrees({ differences: again.differences.filter(({ kind }) => kind !== 'balance') }),
        ).toBe(true)
      }
    expect(deaths).toBeGreaterThan(15)
  },
)
