import type { Gauge } from 'prom-client'
import { gather } from '../../events/gather.ts'
import type { Clock } from '../../events/ids.ts'
import { formatMinor } from '../../events/money.ts'
import { gaugeOf, type Reading } from '../metrics/gauge.ts'
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
  const shared = gather<void, Statement | null>({
    run: async (calls) => {
      const statement = await latest()
      return calls.map(() => statement)
    },
    concernsAll: () => true,
  })
  const gauge = <const Label extends string = never>(
    name: string,
    help: string,
    read: (statement: Statement) => readonly Reading<Label>[],
    labels: readonly Label[] = [],
  ): Gauge =>
    gaugeOf(
      name,
      help,
      async () => {
        const statement = await shared()
        return statement ? read(statement) : []
      },
      labels,
    )
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
