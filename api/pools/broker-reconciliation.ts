import type { Pool } from 'pg'
import type { Gauge } from 'prom-client'
import type { BaseLogger } from 'pino'
import { isBusinessDay } from '../../events/business-days.ts'
import { dayOf } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import type { FundSums } from '../../projections/pools/queries.ts'
import { reportOfHouse } from '../cases/house-cases.ts'
import { inTransaction } from '../database/database.ts'
import { gaugesOf } from '../metrics/gauge.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import { brokerDifferences } from './broker-differences.ts'
import { MarketUnavailable, type Broker } from './market.ts'

const EVERY_MS = 60_000
/** An order is booked seconds after it was filled: what still differs so much later is no order on its way. */
const CONFIRM_MS = 10 * 60_000

const IS_DONE = {
  name: 'market-statement-done',
  text: 'select exists (select from app.market_statement where market = $1 and day = $2) as done',
}
const SAVE = `
  insert into app.market_statement (market, day, at, differences) values ($1, $2, $3, $4) on conflict do nothing`
const LATEST = {
  name: 'market-statement',
  text: `select at, cardinality(differences) as differences from app.market_statement
    where market = $1 order by day desc limit 1`,
}

interface BrokerReconciliation {
  readonly pool: Pool
  /** The market's title. */
  readonly market: string
  readonly broker: Broker
  readonly sumsOfFunds: () => Promise<readonly FundSums[]>
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
}

/**
 * Looks at what the account at the broker and the pools have, and keeps what differs, once a day whoever else does the
 * same; one case says it. What differs is looked at again ten minutes later, and counts if it is the same then.
 */
export const createBrokerReconciling = ({
  pool,
  market,
  broker,
  sumsOfFunds,
  log,
}: Omit<BrokerReconciliation, 'clock'>): ((now: Date) => Promise<void>) => {
  let suspected: { readonly lines: readonly string[]; readonly since: number } | null = null

  /** Null when it has to be looked at again first. */
  const confirmed = async (now: Date): Promise<readonly string[] | null> => {
    const lines = brokerDifferences(await broker.holdings(), await sumsOfFunds(), broker.symbolOf)
    const before = suspected
    const same = lines.filter((line) => before?.lines.includes(line))
    if (lines.length > 0 && same.length === 0) {
      suspected = { lines, since: now.getTime() }
      return null
    }
    if (before !== null && same.length > 0 && now.getTime() < before.since + CONFIRM_MS) return null
    suspected = null
    return same
  }

  return async (now) => {
    const day = dayOf(now)
    const { rows } = await pool.query<{ done: boolean }>({ ...IS_DONE, values: [market, day] })
    if (rows[0]?.done) return
    const lines = await confirmed(now)
    if (lines === null) return
    await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(SAVE, [market, day, now, lines])
      // Another process was faster.
      if (rowCount === 0) return
      await reportOfHouse(client, { kind: 'reconciliation', about: market, at: now, lines })
      if (lines.length === 0) log.info({ market }, 'The broker and the pools agree')
      else log.error({ market, differences: lines.length }, 'The broker and the pools differ')
    })
  }
}

/** Reconciles with the broker on every banking day (UTC). A broker that does not answer is asked again a minute later. */
export const startBrokerReconciliation = ({ clock, ...parts }: BrokerReconciliation): Recurring => {
  const reconcile = createBrokerReconciling(parts)
  const { log, market } = parts
  return recurring({
    name: 'market reconciliation',
    everyMs: EVERY_MS,
    log,
    round: async () => {
      const now = clock()
      if (!isBusinessDay(now)) return
      try {
        await reconcile(now)
      } catch (error) {
        if (!(error instanceof MarketUnavailable)) throw error
        log.warn({ err: error, market }, 'The broker does not say what it has, and is asked again')
      }
    },
  })
}

/** What the latest statement says, as metrics. */
export const brokerGauges = ({
  pool,
  market,
  clock,
}: Pick<BrokerReconciliation, 'pool' | 'market' | 'clock'>): readonly Gauge[] => {
  const gauge = gaugesOf(async () => {
    const { rows } = await pool.query<{ at: Date; differences: number }>({ ...LATEST, values: [market] })
    return rows[0] ?? null
  })
  return [
    gauge(
      'ledger_market_differences',
      'What did not agree when the pools were last reconciled with the broker',
      ({ differences }) => [[differences]],
    ),
    gauge(
      'ledger_market_reconciled_seconds',
      'Time since the pools were reconciled with the broker; every banking day',
      ({ at }) => [[(clock().getTime() - at.getTime()) / 1_000]],
    ),
  ]
}
