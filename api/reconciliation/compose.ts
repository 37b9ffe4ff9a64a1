import { owedNothing, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import type { PayingBank } from '../withdrawals/paying-bank.ts'
import { startReconciliation } from './daily.ts'
import { statementGauges } from './metrics.ts'
import { createReconciling } from './reconciling.ts'
import { statementOn } from './statements.ts'

/** Composes the daily reconciliation of the ledger with the bank. */
export const composeReconciliation = (
  { pool, ledger: { store, wallets }, clock, log }: Pick<Platform, 'pool' | 'ledger' | 'clock' | 'log'>,
  { bank }: { readonly bank: PayingBank },
): Area => {
  const area = {
    ...owedNothing('it only looks at what others have done'),
    name: 'reconciliation',
    register: () => {},
  } as const satisfies Area
  if (bank.closed !== null) return area
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
    metrics: statementGauges({ latest: () => statementOn(pool, { bank: bank.name }), clock }),
  }
}
