import type { Currency } from '../events/money.ts'
import { int8, text, timestamp } from './columns.ts'
import { rowsQuery } from './query.ts'
import { READ_SCHEMA } from './schema.ts'
import { sharedRead } from './shared-read.ts'
import { shape } from './table.ts'

const InFlight = shape({
  account: text<'transfers' | 'pools' | 'bills' | 'rewards'>(),
  currency: text<Currency>(),
  /** Minor units. */
  minor: int8,
  /** When the oldest of it set out. */
  since: timestamp,
})

/**
 * Money between two streams, by its account in `liability:in-flight`. It returns to zero by itself. A bill that is being
 * paid counts whole, whatever of it has left already. Its gauges, read together, share one reading.
 */
export const moneyInFlight = sharedRead(
  () => '',
  rowsQuery(InFlight, {
    name: 'read_money_in_flight',
    text: `
    select 'transfers' as account, currency, sum(-minor)::bigint as minor, min(occurred_at) as since
      from ${READ_SCHEMA}.activity where status = 'processing' group by currency
    union all
    select 'pools', 'USD', sum(minor)::bigint, min(sent_at) from ${READ_SCHEMA}.pool_transfer
      where status = 'processing' and kind <> 'sale' having count(*) > 0
    union all
    select 'bills', 'USD', sum(minor)::bigint, min(started_at) from ${READ_SCHEMA}.bill
      where status = 'paying' having count(*) > 0
    union all
    select 'rewards', 'YUT', sum(minor)::bigint, min(reserved_at) from ${READ_SCHEMA}.reward_claim
      where status = 'open' having count(*) > 0`,
    values: () => [],
  }),
)
