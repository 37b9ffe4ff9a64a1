import { formatMinor } from '../../events/money.ts'
import { EMPTY_AREA, type Area } from '../area.ts'
import { gaugeOf } from '../metrics/gauge.ts'
import type { Platform } from '../platform.ts'
import type { PayingBank } from '../withdrawals/paying-bank.ts'
import { startReconciliation } from './daily.ts'
import { createReconciling } from './reconciling.ts'
import { statementOn } from './statements.ts'

/** Composes the daily reconciliation of the ledger with the bank. */
export const composeReconciliation = (
  { pool, ledger: { store, wallets }, clock, log }: Pick<Platform, 'pool' | 'ledger' | 'clock' | 'log'>,
  { bank }: { readonly bank: PayingBank },
): Area => {
  const area = {
    ...EMPTY_AREA,
    name: 'reconciliation',
    register: () => {},
    obstacles: { never: 'it only looks at what others have done' },
    settle: { never: 'it only looks at what others have done' },
  } as const satisfies Area
  if (bank.closed !== null) return area
  const latest = () => statementOn(pool, { bank: bank.name })
  return {
    ...area,
    processes: () => [
      startReconciliation({
        pool,
        bankName: bank.name,
        reconcile: createReconciling({ pool, store, wallets, bank, clock }),
        clock,
        log,
      }),
    ],
    metrics: [
      gaugeOf(
        'ledger_bank_differences',
        'What did not agree when the ledger was last held against the bank',
        async () => {
          const statement = await latest()
          return statement ? [[statement.differences.length]] : []
        },
      ),
      gaugeOf(
        'ledger_bank_reconciled_seconds',
        'Time since the ledger was held against the bank; every banking day',
        async () => {
          const statement = await latest()
          return statement ? [[(clock().getTime() - Date.parse(statement.at)) / 1_000]] : []
        },
      ),
      gaugeOf(
        'ledger_bank_interest_usd',
        'Interest so far: paid to members, and earned at the bank',
        async () => {
          const statement = await latest()
          if (!statement) return []
          const { interestPaid, interestEarned } = statement.sums
          return [
            [Number(formatMinor('USD', interestPaid)), { side: 'paid' }] as const,
            [Number(formatMinor('USD', -interestEarned)), { side: 'earned' }] as const,
          ]
        },
        ['side'],
      ),
    ],
  }
}
