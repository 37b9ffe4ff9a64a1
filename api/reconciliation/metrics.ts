import type { Gauge } from 'prom-client'
import type { Clock } from '../../events/ids.ts'
import { formatMinor } from '../../events/money.ts'
import { gaugesOf } from '../metrics/gauge.ts'
import type { Statement } from './statement.ts'

/** What the latest statement says, as metrics; it is read once for all that are asked for together. */
export const statementGauges = ({
  latest,
  clock,
}: {
  /** The latest statement; null before the first. */
  readonly latest: () => Promise<Statement | null>
  readonly clock: Clock
}): readonly Gauge[] => {
  const gauge = gaugesOf(latest)
  return [
    gauge(
      'ledger_bank_differences',
      'What did not agree when the ledger was last held against the bank',
      ({ differences }) => [[differences.length]],
    ),
    gauge(
      'ledger_bank_reconciled_seconds',
      'Time since the ledger was held against the bank; every banking day',
      ({ at }) => [[(clock().getTime() - Date.parse(at)) / 1_000]],
    ),
    gauge(
      'ledger_bank_interest_usd',
      'Interest so far: paid to members, and earned at the bank',
      ({ sums: { interestPaid, interestEarned } }) => [
        [Number(formatMinor('USD', interestPaid)), { side: 'paid' }],
        [Number(formatMinor('USD', -interestEarned)), { side: 'earned' }],
      ],
      ['side'],
    ),
  ]
}
