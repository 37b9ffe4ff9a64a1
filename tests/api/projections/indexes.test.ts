import { escapeLiteral, type Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CURRENCIES } from '../../../events/money.ts'
import { activityOf, movementsOf } from '../../../projections/activity/queries.ts'
import { KIND_CODES } from '../../../projections/activity/table.ts'
import { monthSumsOf, netOf, periodBalancesOf } from '../../../projections/daily/queries.ts'
import {
  depositById,
  depositsOf,
  unpaidDeposits,
  unsettledDeposits,
} from '../../../projections/deposits/queries.ts'
import {
  halfDoneVotes,
  locksToRelease,
  membersToRemind,
  proposalById,
  proposalsFor,
  proposalsToClose,
} from '../../../projections/governance/queries.ts'
import { interestDue } from '../../../projections/wallet/interest-due.ts'
import {
  expiredRequests,
  hasAsked,
  pendingCounts,
  requestsOf,
  unsettledRequests,
} from '../../../projections/requests/queries.ts'
import {
  hasPaid,
  paidAmong,
  transferById,
  transfersOnTheWay,
  undeliveredTransfers,
} from '../../../projections/activity/transfers.ts'
import { hashesOf, leafOfEvent } from '../../../projections/merkle/queries.ts'
import { ownersOfClosedWallets, walletOf } from '../../../projections/wallet/queries.ts'
import {
  claimById,
  openClaims,
  tokenLinesOf,
  tokensOf,
  totalStakeAt,
} from '../../../projections/token/queries.ts'
import { openPool } from '../../support/open-pool.ts'
import { freshDatabase, type TestDatabase } from '../../support/postgres.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

/** Lines of activity; `PROJECTION_ROWS=1000000` tests more. */
const ROWS = Number(process.env.PROJECTION_ROWS ?? 100_000)
/** A page of 50 from the index and its rows; a scan of the smallest table here would read many more. */
const PAGES_8K_MAX = 400

let database: TestDatabase
/** One connection, so that what a query function prepared can be explained. */
let pool: Pool
let hot = ''

beforeAll(async () => {
  database = await freshDatabase()
  pool = openPool({ connectionString: database.url, max: 1, options: `-c search_path=${READ_SCHEMA}` })
  // A tenth of all lines are one member's; the rest is spread over ten thousand.
  // Rows of these tests set only the columns that a query reads.
  await pool.query(`
    do $do$ declare one record; begin
      for one in select * from information_schema.columns
        where table_schema = '${READ_SCHEMA}' and is_nullable = 'NO' and is_generated = 'NEVER' and column_default is null
          and table_name in (select tablename from pg_tables where schemaname = '${READ_SCHEMA}') loop
        execute format('alter table ${READ_SCHEMA}.%I alter %I set default %L', one.table_name, one.column_name,
          case one.data_type when 'boolean' then 'false' when 'text' then 'none' when 'timestamp with time zone' then 'epoch'
            when 'jsonb' then '{}' when 'bigint' then '0' when 'numeric' then '0' when 'integer' then '0' end);
      end loop;
    end $do$;
    create function member(n bigint) returns uuid immutable language sql as
      $$ select md5((case when n % 10 = 0 then 0 else n % 10000 end)::text)::uuid $$;
    insert into wallet (member_id, status, opened_at, position, usd_day)
      select distinct member(n), 'open', now(), 1, '2030-01-01'::date from generate_series(1, 20000) n;
    insert into activity (member_id, position, id, kind, currency, minor, status, transfer_id, counterparty_id,
        occurred_at, ended_position)
      select member(n), n, md5(n::text)::uuid,
        case when n % 20000 = 0 then '${KIND_CODES.deposit}' when n % 2 = 0 then '${KIND_CODES.transfer_sent}'
          else '${KIND_CODES.transfer_received}' end,
        case when n % 30000 = 0 then 'YUT' else 'USD' end, n,
        case when n % 5000 = 2 then 'processing' else 'completed' end, md5(n::text)::uuid, member(n + 1),
        now() - n * interval '1 s', case when n % 2 = 0 and n % 5000 <> 2 then n + 1 end
      from generate_series(1, ${ROWS}) n;
    insert into merkle_event select md5('other ' || n)::uuid, n from generate_series(1, ${ROWS}) n;
    insert into merkle_leaves
      select n * 16, n * 16 + 1, array(select generate_series(n * 16 + 1, n * 16 + 16)), decode(repeat(md5(n::text), 32), 'hex')
      from generate_series(0, ${ROWS / 16}) n;
    insert into merkle_subtree select 1, n, sha256('x') from generate_series(0, ${ROWS / 10}) n;
    insert into deposit (id, member_id, method, currency, minor, credited, created_at, position)
      select md5(n::text)::uuid, member(n), 'bank', 'USD', 1, true, now(), n
      from generate_series(1, ${ROWS / 10}) n;
    insert into transfer_request (id, requester_id, payer_id, currency, minor, status, requested_at, expires_at,
        answered_at, requested_position, position)
      select md5(n::text)::uuid, member(n), member(n * 10), 'USD', 100,
        case when n % 5000 = 0 then 'approved' when n % 7 = 0 then 'pending' else 'completed' end,
        now(), now() + (n - 100) * interval '1 s', now(), n, n
      from generate_series(1, ${ROWS / 2}) n;
    insert into wallet_day (member_id, day, account, in_minor, out_minor, earned_minor, deposited_minor, moves,
        first_position, last_position, other_minor)
      select member(n), current_date - (n / 20000)::int, 'USD', 1, 1, 0, 0, 1, n, n, 1
      from generate_series(1, ${ROWS}) n
      on conflict do nothing;
    insert into stake
      select member(n), 1, 1, now(), 0, n from generate_series(1, ${ROWS}) n on conflict do nothing;
    insert into stake_total values (true, 1);
    insert into stake_change select n, now() - n * interval '1 s', 1 from generate_series(1, ${ROWS}) n;
    insert into reward_claim
      select md5(n::text)::uuid, member(n), 1, 0, case when n % 5000 = 0 then 'open' else 'paid' end,
        now() - n * interval '1 s', n
      from generate_series(1, ${ROWS}) n;
    insert into proposal (id, creator_id, title, description, proposal_type, opened_at, ends_at, status, quorum,
        total_stake, closed_at, position)
      select md5(n::text)::uuid, member(n), '{}', '{}', 'other', now(), now() + (n - 20) * interval '1 min',
        case when n <= 60 then 'open' else 'passed' end, 1, 1, now() - n * interval '1 h', n
      from generate_series(1, 20000) n;
    -- Every vote of the open proposals holds a stake; of the closed ones some are still to be released.
    insert into vote
      select md5(p::text)::uuid, md5(m::text)::uuid, md5(m::text)::uuid, 'for', 1, now()
      from generate_series(1, 20) p, generate_series(1, ${ROWS / 20}) m;
    insert into stake_lock (proposal_id, member_id, vote_id, vote, minor, locked_at, until, cast_at, position)
      select md5(p::text)::uuid, md5(m::text)::uuid, md5(m::text)::uuid, 'for', 1, now(), now() + interval '1 day',
        case when m % 1000 = 0 then null else now() end, m
      from generate_series(1, 20) p, generate_series(1, ${ROWS / 20}) m
      union all
      select md5('20000')::uuid, md5(m::text)::uuid, md5(m::text)::uuid, 'for', 1, now(), now(), now(), m
      from generate_series(1, 500) m;
    insert into wallet (member_id, status, opened_at, position, usd_day, usd_minor, closed_through, paid_through)
      select md5('due ' || n)::uuid, 'open', now(), 1, '2030-01-02', 100, '2030-01-01', '2030-01-01'::date - (n % 10000 = 0)::int
      from generate_series(1, ${ROWS}) n;
    update wallet set status = 'closed' where member_id = md5('due 1')::uuid;
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
  'Relation Name'?: string
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}
/** Tables of a few rows, which are read whole. */
const ONE_PAGE = ['pass', 'projection', 'stake_total']
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
      `explain (analyze, buffers, format json) execute ${name} ${literals.length === 0 ? '' : `(${literals.join(', ')})`}`,
    )
    const plan = rows[0]?.['QUERY PLAN'][0]
    if (!plan) throw new Error(`No plan for ${name}`)
    const pages = plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks']
    if (process.env.PROJECTION_ROWS) {
      console.log(name, mode, `${pages} pages`, `${plan['Execution Time']} ms`)
    }
    const types = nodesOf(plan.Plan)
      .filter((node) => !ONE_PAGE.includes(node['Relation Name'] ?? ''))
      .map((node) => node['Node Type'])
    expect(types, name).not.toContain('Seq Scan')
    expect(pages, `${name} ${mode}: 8 kB pages read`).toBeLessThan(PAGES_8K_MAX)
  }
  await pool.query('reset plan_cache_mode')
}

const middle = Math.round(ROWS / 2)

describe('every read of the read models goes by an index, also in the wallet with the most lines', () => {
  it('walletOf and ownersOfClosedWallets', async () => {
    await walletOf(pool, hot)
    await expectIndexOnly('read_wallet_of', hot)
    expect(await ownersOfClosedWallets(pool)).toHaveLength(1)
    await expectIndexOnly('read_closed_wallets')
  })

  it('activityOf', async () => {
    await activityOf(pool, hot, { limit: 50 })
    await expectIndexOnly('read_activity', hot, middle, 50)
    await activityOf(pool, hot, { limit: 50, kind: 'deposit' })
    await expectIndexOnly('read_activity_kind', hot, middle, 50, KIND_CODES.deposit, CURRENCIES)
    await expectIndexOnly('read_activity_kind', hot, middle, 50, KIND_CODES.transfer_sent, CURRENCIES)
    await activityOf(pool, hot, { limit: 50, currency: 'YUT' })
    await expectIndexOnly('read_activity_currency', hot, middle, 50, 'YUT', Object.values(KIND_CODES))
    await expectIndexOnly('read_activity_currency', hot, middle, 50, 'USD', Object.values(KIND_CODES))
    await activityOf(pool, hot, { limit: 50, currency: 'YUT', kind: 'deposit' })
    await expectIndexOnly('read_activity_both', hot, middle, 50, KIND_CODES.deposit, 'YUT')
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
    await transfersOnTheWay(pool, hot)
    await expectIndexOnly('read_transfers_on_the_way', hot)
    await paidAmong(pool, hot, [hot, hot])
    await expectIndexOnly('read_paid_among', hot, [hot, hot])
    await hasPaid(pool, hot, hot)
    await expectIndexOnly('read_has_paid', hot, hot)
    await undeliveredTransfers(pool, new Date(), 50)
    await expectIndexOnly('read_undelivered_transfers', new Date().toISOString(), 50)
    await netOf(pool, hot, 'USD', new Date())
    await expectIndexOnly('read_net_of', hot, 'USD', '2020-01-01')
  })

  it('transfer requests', async () => {
    await requestsOf(pool, hot, { limit: 50 })
    await expectIndexOnly('read_requests_of', hot, middle, middle, 50, [hot])
    await pendingCounts(pool, hot, hot, [hot], [hot])
    await expectIndexOnly('read_pending_counts', hot, hot, [hot], [hot])
    await hasAsked(pool, hot, hot)
    await expectIndexOnly('read_has_asked', hot, hot)
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

  it('tokensOf and tokenLinesOf', async () => {
    const now = new Date()
    await tokensOf(pool, hot, now)
    await expectIndexOnly('read_tokens_of', hot, now.toISOString())
    await tokenLinesOf(pool, hot, 10)
    const kinds = [
      KIND_CODES.stake,
      KIND_CODES.unstake,
      KIND_CODES.transfer_sent,
      KIND_CODES.transfer_received,
    ]
    await expectIndexOnly('read_token_lines', hot, kinds, 10)
  })

  it('totalStakeAt', async () => {
    const at = new Date(Date.now() - 10_000).toISOString()
    await totalStakeAt(pool, at).catch(() => undefined) // fails without a checkpoint, but is prepared
    await expectIndexOnly('read_total_stake_at', at)
  })

  it('claimById and openClaims', async () => {
    const now = new Date()
    await claimById(pool, hot)
    await expectIndexOnly('read_claim_by_id', hot)
    await openClaims(pool, now, 100)
    await expectIndexOnly('read_open_claims', now.toISOString(), 100)
  })

  it('proposals, half-done votes and holds to release', async () => {
    const now = new Date()
    await proposalsFor(pool, hot, 30)
    await expectIndexOnly('read_proposals_for', hot, 30)
    await proposalById(pool, hot, hot)
    await expectIndexOnly('read_proposal_by_id', hot, hot)
    await halfDoneVotes(pool, now, 100)
    await expectIndexOnly('read_half_done_votes', now.toISOString(), 100)
    await proposalsToClose(pool, now, 20)
    await expectIndexOnly('read_proposals_to_close', now.toISOString(), 20)
    await membersToRemind(pool, hot, hot, 100)
    await expectIndexOnly('read_members_to_remind', hot, hot, 100)
    await locksToRelease(pool, 100)
    await expectIndexOnly('read_locks_to_release', 100)
  })

  it('interestDue, when few are and when all are', async () => {
    expect(await interestDue(pool, '2030-01-02', 100)).toHaveLength(ROWS / 10_000)
    await expectIndexOnly('read_interest_due', '2030-01-02', 100)
    expect(await interestDue(pool, '2030-01-03', 100)).toHaveLength(100)
    await expectIndexOnly('read_interest_due', '2030-01-03', 100)
  })

  it('leaves of the Merkle log', async () => {
    const { rows } = await pool.query<{ id: string }>(
      `select event_id as id from ${READ_SCHEMA}.merkle_event where position = ${ROWS / 2}`,
    )
    const id = rows[0]?.id ?? ''
    expect((await leafOfEvent(pool, id))?.index).toBe(ROWS / 2 - 1)
    await expectIndexOnly('read_merkle_leaf_of_event', id)
    await expectIndexOnly('read_merkle_leaves_from', ROWS / 2, 100)
    expect(await hashesOf(pool, 0, 48, 16)).toHaveLength(16)
    await expectIndexOnly('read_merkle_hashes', ['0', '1'], ['48', '0'], ['16', '1'])
  })
})
