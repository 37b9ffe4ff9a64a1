import { expect, it } from 'vitest'
import { createReconciling } from '../../../api/reconciliation/reconciling.ts'
import { agrees } from '../../../api/reconciliation/statement.ts'
import type { BankTransaction, PayingBank } from '../../../api/withdrawals/paying-bank.ts'
import type { EventStore } from '../../../events/store/event-store.ts'
import { Died, dyingAt, stepping, steppingPool } from '../../support/dying.ts'
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
