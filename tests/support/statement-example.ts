import type { LedgerAccount } from '../../api/contract/reports.ts'
import { importable } from '../../api/reports/importable.ts'
import { runningLines, type Statement } from '../../api/reports/statement.ts'
import type { ActivityLine } from '../../projections/activity/table.ts'
import { noAccountBalances } from '../../projections/daily/queries.ts'
import { ada, grace, idOf } from './wallet-spec.ts'

export const line = (position: bigint, more: Partial<ActivityLine>): ActivityLine => ({
  memberId: ada,
  position,
  id: idOf(`line ${position}`),
  kind: 'deposit',
  currency: 'USD',
  minor: 100n,
  status: 'completed',
  transferId: null,
  counterpartyId: null,
  message: null,
  occurredAt: `2026-01-0${position}T23:30:00.000Z`,
  endedPosition: null,
  ...more,
})

const statement = (readAt = '2026-02-03T00:00:00.000Z'): Statement => {
  const opening = { ...noAccountBalances(), USD: -1_000n }
  const sent = { minor: -250n, counterpartyId: grace, transferId: idOf('transfer') } as const
  const activity = [
    line(1n, { kind: 'interest' }),
    line(2n, { kind: 'transfer_sent', ...sent }),
    line(3n, { kind: 'transfer_returned', ...sent, minor: 250n }),
    line(4n, { kind: 'yut_grant', currency: 'YUT', minor: 500_000_000n }),
    line(5n, { kind: 'stake', currency: 'YUT', minor: -2_000_000n }),
    line(6n, { kind: 'interest', minor: 0n }),
  ]
  return {
    month: '2026-01',
    from: '2026-01-01T00:00:00.000Z',
    until: '2026-02-01T00:00:00.000Z',
    readAt,
    opening,
    ...runningLines(opening, activity),
    owner: { name: 'Ada Lovelace', handle: 'ada' },
    counterparty: () => ({ name: `Grace <&"> ${'Hopper '.repeat(9)}`, handle: 'grace' }),
    messages: new Map([[2n, '=1+1\n\u0001lunch & "tea"']]),
  }
}
/** An account of Ada's January 2026, which begins overdrawn, with texts that files have to escape. */
export const statementExample = (name: LedgerAccount, readAt?: string) =>
  importable(statement(readAt), name, ada)
