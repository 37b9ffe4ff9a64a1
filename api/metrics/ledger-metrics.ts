import type { Metric } from 'prom-client'
import { formatMinor } from '../../events/money.ts'
import { PROJECTIONS } from '../../projections/projections.ts'
import { walletsBelowZero } from '../../projections/wallet/queries.ts'
import { moneyInFlight } from '../../projections/in-flight.ts'
import type { SeenBacklogs } from '../processes/backlog.ts'
import type { Recurring } from '../processes/recurring.ts'
import type { OpenPlatform } from '../platform.ts'
import { gaugeOf } from './gauge.ts'

const secondsSince = (since: string, now: Date): number =>
  Math.max(0, (now.getTime() - Date.parse(since)) / 1_000)

const connections = (pools: OpenPlatform['pools']): Metric =>
  gaugeOf(
    'database_connections',
    'Connections of this process to Postgres',
    () =>
      Object.entries(pools).flatMap(([name, { totalCount, idleCount, waitingCount }]) => [
        [totalCount - idleCount, { pool: name, state: 'used' }] as const,
        [idleCount, { pool: name, state: 'idle' }] as const,
        [waitingCount, { pool: name, state: 'waited_for' }] as const,
      ]),
    ['pool', 'state'],
  )

const belowZero = (pool: OpenPlatform['pool']): Metric =>
  gaugeOf(
    'ledger_balance_below_zero',
    'Wallets below zero, by whether deposits that came back explain it; what is not explained is a fault of ours',
    async () => {
      const { explained, unexplained } = (await walletsBelowZero(pool)) ?? { explained: 0n, unexplained: 0n }
      return [
        [Number(explained), { explained: 'yes' }],
        [Number(unexplained), { explained: 'no' }],
      ]
    },
    ['explained'],
  )

const buildInfo = ({ revision, role }: OpenPlatform['config']): Metric =>
  gaugeOf(
    'youtility_build_info',
    'Always 1; which release this process is of',
    () => [[1, { revision: revision ?? 'unknown', role }]],
    ['revision', 'role'],
  )

/** How the ledger, its read models and its processes are, beside the metrics of single areas. No id of a member is in them. */
export const ledgerMetrics = (
  { config, pool, pools, lag, position, projections, clock }: OpenPlatform,
  backlogs: () => Promise<SeenBacklogs>,
  processes: readonly Recurring[],
): readonly Metric[] => [
  buildInfo(config),
  gaugeOf(
    'ledger_read_model_behind_events',
    'Positions of the log that a read model does not have yet',
    async () => {
      const { head } = await lag()
      return PROJECTIONS.map(({ name }) => {
        const at = position(name)
        return [Number(head > at ? head - at : 0n), { read_model: name }]
      })
    },
    ['read_model'],
  ),
  gaugeOf(
    'ledger_read_models_behind_seconds',
    'For how long the read models have not had the whole log; 0 within two seconds',
    async () => [[(await lag()).ms / 1_000]],
  ),
  gaugeOf(
    'ledger_projection_stopped',
    'Whether a projection of this process stopped at an event or cannot reach the database',
    () =>
      Object.entries(projections?.health() ?? {}).map(([name, { ok }]) => [ok ? 0 : 1, { read_model: name }]),
    ['read_model'],
  ),
  gaugeOf(
    'ledger_process_failing',
    'Whether a background process of this process failed three times in a row or hangs',
    () => processes.map(({ name, health }) => [health().ok ? 0 : 1, { process: name }]),
    ['process'],
  ),
  gaugeOf(
    'ledger_work_stuck',
    'Pieces of work that failed three times in a row or more in this process, while others go on',
    () => processes.map(({ name, stuck }) => [stuck(), { process: name }]),
    ['process'],
  ),
  gaugeOf(
    'ledger_backlog',
    'Begun work that waits, 1,000 at most',
    async () => [...(await backlogs())].map(([work, { waiting }]) => [waiting, { work }]),
    ['work'],
  ),
  gaugeOf(
    'ledger_backlog_late',
    'Whether begun work has waited for longer than READY_BACKLOG_SECONDS',
    async () => [...(await backlogs())].map(([work, { late }]) => [late ? 1 : 0, { work }]),
    ['work'],
  ),
  gaugeOf(
    'ledger_in_flight',
    'Money between two streams, in units of its currency; it returns to zero',
    async () =>
      (await moneyInFlight(pool)).map(({ account, currency, minor }) => [
        Number(formatMinor(currency, minor)),
        { account, currency },
      ]),
    ['account', 'currency'],
  ),
  gaugeOf(
    'ledger_in_flight_oldest_seconds',
    'Age of the money that has been between two streams for the longest time',
    async () =>
      (await moneyInFlight(pool)).map(({ account, currency, since }) => [
        secondsSince(since, clock()),
        { account, currency },
      ]),
    ['account', 'currency'],
  ),
  belowZero(pool),
  connections(pools),
]
