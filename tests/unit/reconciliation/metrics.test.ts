import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { emptyBankBook } from '../../../api/reconciliation/bank-book.ts'
import { statementGauges } from '../../../api/reconciliation/metrics.ts'
import type { Statement } from '../../../api/reconciliation/statement.ts'

const sums = { ...emptyBankBook().sums, interestPaid: 12_34n, interestEarned: -5n }
const statement: Statement = {
  bank: 'sandbox',
  at: '2026-11-30T12:00:00.000Z',
  position: 1n,
  bankCents: 0n,
  sums,
  inTransit: [],
  differences: [],
}

const asked = async (found: Statement | null) => {
  let reads = 0
  const gauges = statementGauges({
    latest: async () => {
      reads += 1
      return found
    },
    clock: () => new Date('2026-11-30T12:01:00.000Z'),
  })
  const registry = new Registry()
  for (const gauge of gauges) registry.registerMetric(gauge)
  const text = await registry.metrics()
  return { reads, lines: text.split('\n').filter((line) => line.startsWith('ledger_')) }
}

it('the latest statement is read once for all that it says', async () => {
  expect(await asked(statement)).toEqual({
    reads: 1,
    lines: [
      'ledger_bank_differences 0',
      'ledger_bank_reconciled_seconds 60',
      'ledger_bank_interest_usd{side="paid"} 12.34',
      'ledger_bank_interest_usd{side="earned"} 0.05',
    ],
  })
})

it('before the first statement there is nothing to say', async () => {
  expect(await asked(null)).toEqual({ reads: 1, lines: [] })
})
