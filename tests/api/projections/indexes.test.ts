import { escapeLiteral, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CURRENCIES } from '../../../events/money.ts'
import { ACTIVITY_KINDS } from '../../../projections/activity/changes.ts'
import { activityOf, movementsOf } from '../../../projections/activity/queries.ts'
import { monthSumsOf, periodBalancesOf } from '../../../projections/daily/queries.ts'
import {
  depositById,
  depositsOf,
  unpaidDeposits,
  unsettledDeposits,
} from '../../../projections/deposits/queries.ts'
import { migrateReadModels } from '../../../projections/migrate.ts'
import { expiredRequests, requestsOf, unsettledRequests } from '../../../projections/requests/queries.ts'
import { hasPaid, netOf, transferById, undeliveredTransfers } from '../../../projections/transfers/queries.ts'
import { walletOf } from '../../../projections/wallet/queries.ts'
import { freshDatabase, type TestDatabase } from '../../support/postgres.ts'

/** Lines of activity; `PROJECTION_ROWS=1000000` looks at more. */
const ROWS = Number(process.env.PROJECTION_ROWS ?? 100_000)
/** A page of 50 from the index and its rows; a scan of the smallest table here would read many more. */
const PAGES_8K_MAX = 400

let database: TestDatabase
/** One connection, so that what a query function prepared can be explained. */
let pool: Pool
let hot = ''

beforeAll(async () => {
  database = await freshDatabase()
  await migrateReadModels(database.url)
  pool = new Pool({ connectionString: database.url, max: 1, options: '-c search_path=read' })
  // A tenth of all lines are one member's; the rest is spread over ten thousand.
  await pool.query(`
    create function member(n bigint) returns uuid immutable language sql as
      $$ select md5((case when n % 10 = 0 then 0 else n % 10000 end)::text)::uuid $$;
    insert into wallet (member_id, status, opened_at, position)
      select distinct member(n), 'open', now(), 1 from generate_series(1, 20000) n;
    insert into activity (member_id, position, id, kind, currency, minor, status, transfer_id, occurred_at)
      select member(n), n, md5(n::text)::uuid,
        case when n % 20000 = 0 then 'deposit' when n % 2 = 0 then 'transfer_sent' else 'transfer_received' end,
        case when n % 30000 = 0 then 'YUT' else 'USD' end, n, 'completed', md5(n::text)::uuid, now()
      from generate_series(1, ${ROWS}) n;
    insert into transfer (id, sender_id, recipient_id, currency, minor, status, sent_at, sent_position, position)
      select md5(n::text)::uuid, member(n), member(n * 7 + 1), 'USD', 1,
        case when n % 5000 = 0 then 'processing' else 'completed' end, now() - n * interval '1 s', n, n
      from generate_series(1, ${ROWS / 2}) n;
    insert into payee select member(n), member(n * 7 + 1), 1 from generate_series(1, ${ROWS}) n
      on conflict do nothing;
    insert into transfer_day
      select member(n), 'USD', current_date - (n / 20000)::int, 1, 1 from generate_series(1, ${ROWS}) n
      on conflict do nothing;
    insert into deposit
      select md5(n::text)::uuid, member(n), 'bank', 'USD', 1, 'completed', now(), n
      from generate_series(1, ${ROWS / 10}) n;
    insert into transfer_request (id, requester_id, payer_id, currency, minor, status, requested_at, expires_at,
        answered_at, requested_position, position)
      select md5(n::text)::uuid, member(n), member(n * 10), 'USD', 100,
        case when n % 5000 = 0 then 'approved' when n % 7 = 0 then 'pending' else 'completed' end,
        now(), now() + (n - 100) * interval '1 s', now(), n, n
      from generate_series(1, ${ROWS / 2}) n;
    insert into wallet_day
      select member(n), current_date - (n / 20000)::int, 'USD', 1, 1, 0, 0, 1, n, n
      from generate_series(1, ${ROWS}) n
      on conflict do nothing;
  `)
  await pool.query('vacuum analyze')
  const { rows } = await pool.query<{ hot: string }>('select member(0) as hot')
  hot = rows[0]?.hot ?? ''
}, 180_000)
afterAll(async () => {
  await pool.end()
  await database.drop()
})

interface Node {
  'Node Type': string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Explains the statement that was prepared under `name`, planned for these values and for any. */
const expectIndexOnly = async (name: string, ...values: (string | number | readonly string[])[]) => {
  const literals = values.map((value) =>
    typeof value === 'number'
      ? value
      : escapeLiteral(typeof value === 'string' ? value : `{${value.join(',')}}`),
  )
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await pool.query(`set plan_cache_mode = ${mode}`)
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }] }>(
      `explain (analyze, buffers, format json) execute ${name} (${literals.join(', ')})`,
    )
    const plan = rows[0]?.['QUERY PLAN'][0]
    if (!plan) throw new Error(`No plan for ${name}`)
    const pages = plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks']
    if (process.env.PROJECTION_ROWS) {
      console.log(name, mode, `${pages} pages`, `${plan['Execution Time']} ms`)
    }
    const types = nodesOf(plan.Plan).map((node) => node['Node Type'])
    expect(types, name).not.toContain('Seq Scan')
    expect(pages, `${name} ${mode}: 8 kB pages read`).toBeLessThan(PAGES_8K_MAX)
  }
  await pool.query('reset plan_cache_mode')
}

const middle = Math.round(ROWS / 2)

describe('every read of the read models goes by an index, also in the wallet with the most lines', () => {
  it('walletOf', async () => {
    await walletOf(pool, hot)
    await expectIndexOnly('read_wallet_of', hot)
  })

  it('activityOf', async () => {
    await activityOf(pool, hot, { limit: 50 })
    await expectIndexOnly('read_activity', hot, middle, 50)
    await activityOf(pool, hot, { limit: 50, kind: 'deposit' })
    await expectIndexOnly('read_activity_kind', hot, middle, 50, 'deposit', CURRENCIES)
    await expectIndexOnly('read_activity_kind', hot, middle, 50, 'transfer_sent', CURRENCIES)
    await activityOf(pool, hot, { limit: 50, currency: 'YUT' })
    await expectIndexOnly('read_activity_currency', hot, middle, 50, 'YUT', ACTIVITY_KINDS)
    await expectIndexOnly('read_activity_currency', hot, middle, 50, 'USD', ACTIVITY_KINDS)
    await activityOf(pool, hot, { limit: 50, currency: 'YUT', kind: 'deposit' })
    await expectIndexOnly('read_activity_both', hot, middle, 50, 'deposit', 'YUT')
  })

  it('depositsOf', async () => {
    await depositsOf(pool, hot, { limit: 50 })
    await expectIndexOnly('read_deposits_of', hot, middle, 50)
  })

  it('deposits', async () => {
    await depositById(pool, hot)
    await expectIndexOnly('read_deposit_by_id', hot)
    await unsettledDeposits(pool, new Date(), 100)
    await expectIndexOnly('read_unsettled_deposits', new Date().toISOString(), 100)
    await unpaidDeposits(pool, new Date(), 100)
    await expectIndexOnly('read_unpaid_deposits', new Date().toISOString(), 100)
  })

  it('transfers', async () => {
    await transferById(pool, hot)
    await expectIndexOnly('read_transfer_by_id', hot)
    await hasPaid(pool, hot, hot)
    await expectIndexOnly('read_has_paid', hot, hot)
    await undeliveredTransfers(pool, new Date(), 50)
    await expectIndexOnly('read_undelivered_transfers', new Date().toISOString(), 50)
    await netOf(pool, hot, 'USD', new Date())
    await expectIndexOnly('read_net_of', hot, 'USD', '2020-01-01')
  })

  it('transfer requests', async () => {
    await requestsOf(pool, hot, 'incoming', { limit: 50 })
    await expectIndexOnly('read_requests_incoming', hot, middle, 50)
    await requestsOf(pool, hot, 'outgoing', { limit: 50 })
    await expectIndexOnly('read_requests_outgoing', hot, middle, 50)
    await unsettledRequests(pool, new Date(), 50)
    await expectIndexOnly('read_unsettled_requests', new Date().toISOString(), 50)
    await expiredRequests(pool, new Date(), 50)
    await expectIndexOnly('read_expired_requests', new Date().toISOString(), 50)
  })

  it('statements and insights', async () => {
    const stretch = { firstPosition: 1n, lastPosition: 2n, from: '2020-01-01', until: '2100-01-01' }
    await movementsOf(pool, hot, stretch, 50)
    await expectIndexOnly('read_movements', hot, middle, ROWS, stretch.from, stretch.until, 50)
    await periodBalancesOf(pool, hot, '2020-01-01', '2100-01-01')
    await expectIndexOnly('read_period_balances', hot, '2020-01-01', '2100-01-01')
    await monthSumsOf(pool, hot, '2020-01-01')
    await expectIndexOnly('read_month_sums', hot, '2020-01-01')
  })
})
