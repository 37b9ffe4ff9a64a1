import { expect, it, vi } from 'vitest'
import { startUnpaidDeposits } from '../../../api/deposits/unpaid-deposits.ts'
import type { DepositRow } from '../../../projections/deposits/queries.ts'
import { standingClock } from '../../support/moving-clock.ts'

const row: DepositRow = {
  id: '4e3bd8a7-9c8b-4f6e-8f5d-0d5c1f2e7b90',
  memberId: '9d1f0c52-3d0e-4b7a-8a53-0d5c1f2e7b91',
  provider: 'stripe',
  method: 'ach',
  minor: 50_00n,
  feeMinor: 0n,
  currency: 'USD',
  takenMinor: 0n,
  succeededPosition: null,
  credited: false,
  reversed: false,
  status: 'pending',
  stage: 'initiated',
  reference: null,
  code: null,
  createdAt: '2026-02-01T12:00:00.000Z',
  updatedAt: '2026-02-01T12:00:00.000Z',
  position: 1n,
}

/** One round over deposits that nobody paid; `known`: the payment that the processor has of the first. */
const oneRound = async (known: string | null, rows: readonly DepositRow[] = [row]) => {
  const cancelled: string[] = []
  const failed: string[] = []
  const execute = vi.fn(async (id: string) => {
    failed.push(id)
    return { outcome: 'appended' as const, events: [], at: '', position: 2n }
  })
  const process = startUnpaidDeposits({
    unpaid: async () => rows,
    isHeld: async () => false,
    deposits: { execute, load: async () => ({ state: { stage: 'absent' }, position: 0n }) },
    processor: {
      name: 'stripe',
      paymentOf: async (id) => {
        if (id !== row.id) throw new Error('away')
        return known === null ? null : { reference: known, state: 'requires_payment' }
      },
      cancelPayment: async (reference) => void cancelled.push(reference),
    },
    clock: standingClock('2026-02-03T12:00:00.000Z'),
    log: { error: () => {} },
  })
  await process.stop()
  return { cancelled, failed, health: process.health() }
}

it('cancels at the processor what it has, although the answer to the order was lost', async () => {
  expect(await oneRound('pi_1')).toMatchObject({ cancelled: ['pi_1'], failed: [] })
})

it('marks as failed what the processor does not have', async () => {
  expect(await oneRound(null)).toMatchObject({ cancelled: [], failed: [row.id] })
})

it('goes on with others when one cannot be looked up, and is well', async () => {
  const other = { ...row, id: 'ad1f0c52-3d0e-4b7a-8a53-0d5c1f2e7b92' }
  expect(await oneRound(null, [other, row])).toEqual({
    cancelled: [],
    failed: [row.id],
    health: { ok: true },
  })
})
