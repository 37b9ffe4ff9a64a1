import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { KIND_CODES } from '../../../projections/activity/table.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

/** Lines of activity, a tenth of which are one member's; the rest is spread over ten thousand. */
export const ROWS = 100_000
const CREDENTIALS = 40_000

/** The member of the wallet with the most lines: `member(0)` below. */
export const HOT = 'cfcd2084-95d5-65ef-66e7-dff9f98764da'
/** The event of the tree at a position. */
export const eventAt = (position: number): string =>
  createHash('md5').update(`other ${position}`).digest('hex')
/** A member with few lines, bills and pools, as most. */
export const COLD = '8f14e45f-ceea-167a-5a36-dedd4bea2543'
/** A member with credentials, contacts and blocked members. */
export const SOMEONE = '00000000-0000-4000-8000-000000000042'
export const OTHER = '00000000-0000-4000-8000-000000000043'

/** Rows of these tests set only the columns that a query reads. `pool` finds the read models without their schema. */
export const fillReadModels = async (pool: Pool): Promise<void> => {
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
    insert into wallet (member_id, status, opened_at, position, usd_day, treasury_account_id)
      select distinct member(n), 'open', now(), 1, '2030-01-01'::date, member(n)::text from generate_series(1, 20000) n;
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
      select md5(n::text)::uuid, member(n), member(n + 5), 'USD', 100,
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
    create function payer(n bigint) returns uuid immutable language sql as $$ select md5((n % 500)::text)::uuid $$;
    insert into pool (id, member_id, name, status, auto_pay, valued_on, created_position)
      select md5(n::text)::uuid, payer(n), '{"keyId":"","nonce":"","ciphertext":""}', case when n % 3 = 0 then 'closed' else 'open' end, n % 2 = 0,
        current_date - (n % 100 = 0)::int, n
      from generate_series(1, 20000) n;
    insert into pool_day (pool_id, day, value_minor)
      select md5(n::text)::uuid, current_date - day, 1 from generate_series(1, 1000) n, generate_series(1, 40) day;
    insert into pool_activity (pool_id, position, id, kind, occurred_at)
      select md5((n % 1000)::text)::uuid, n, md5(n::text)::uuid, 'dividend', now() from generate_series(1, ${ROWS}) n;
    insert into pool_transfer (id, kind, member_id, pool_id, minor, status, sent_at, sent_position)
      select md5(n::text)::uuid, 'contribution', payer(n), md5(n::text)::uuid, 1,
        case when n % 1000 = 0 then 'processing' else 'completed' end, now() - n * interval '1 s', n
      from generate_series(1, 20000) n;
    insert into bill (id, member_id, minor, lines, status, past_due, issued_at, due_on, legs, started_at, failure_reason,
        issued_position, position)
      select md5(n::text)::uuid, payer(n), 1, '[]', case when n % 1000 = 0 then 'paying' when n % 200 = 0 then 'issued' else 'paid' end,
        n % 400 = 0, now() - n * interval '1 h', current_date - (n / 100)::int, '[]', now() - n * interval '1 s',
        case when n % 600 = 0 then 'no_auto_pay_pool' end, n, n
      from generate_series(1, 20000) n;
    insert into withdrawal (id, member_id, account_id, minor, rail, state, requested_at, updated_at, position)
      select md5(n::text)::uuid, payer(n), md5(n::text)::uuid, 1, 'ach',
        case when n % 1000 = 0 then 'requested' when n % 1500 = 0 then 'review' else 'sent' end, now(), now(), n
      from generate_series(1, 20000) n;
    update wallet set status = 'closed' where member_id = md5('due 1')::uuid;
  `)
}

export const fillMembers = async (pool: Pool): Promise<void> => {
  await pool.query(`
    insert into app.member (id, issuer, subject, email, handle, given_name, family_name, name, created_at, signed_in_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'i', n::text, n || '@example.com',
        'member_' || n, '', '', 'Member ' || n, now(), now() from generate_series(1, 5000) n;
    insert into app.profile (member_id, bio, credential_stale)
      select id, repeat('x', 100), false from app.member;
    insert into app.did_key (id, member_id, public_key, wrapped_key, wrapped_by, created_at)
      select gen_random_uuid(), id, decode(repeat('00', 32), 'hex'), '\\x00', 'k', now() from app.member;
    insert into app.session (id_hash, data, expires_at)
      select 's' || n, jsonb_build_object('memberId', ('00000000-0000-4000-8000-' || lpad((n % 5000)::text, 12, '0'))),
        now() from generate_series(1, 20000) n;
    insert into app.credential (id, member_id, type, status_list, status_index, document, document_hash, issued_at,
        issue_position, revoked_at, revoke_reason, revoke_position)
      select gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad((1 + n % 5000)::text, 12, '0'))::uuid,
        'ProfileCredential', 1 + n / 100000, n % 100000, json_build_object('credentialSubject', repeat('x', 300)), 'h',
        now() - n * interval '1 minute', n,
        case when n >= 5000 then now() end, case when n >= 5000 then 'member' end, case when n >= 5000 then n end
      from generate_series(1, ${CREDENTIALS}) n;
    insert into app.contact (member_id, id, name, handle, handle_key, contact_type, created_at, updated_at)
      select m.id, gen_random_uuid(), 'C', 'friend_' || n, 'friend_' || n, 'other', now(), now()
      from app.member m cross join generate_series(1, 4) n;
    insert into app.blocked_member select m.id, gen_random_uuid(), other.id, now()
      from app.member m join app.member other on other.subject::int between m.subject::int + 1 and m.subject::int + 4
  `)
}

export const fillDevices = async (pool: Pool): Promise<void> => {
  await pool.query(`
    insert into app.telecom_device (id, member_id, label, type, config, info, plan, state, requested_at, reference,
        created_at, state_since, sync_at)
      select gen_random_uuid(), gen_random_uuid(), 'x', 'router', '{}', '{}', 'standard', 'active', '2026-09-01', n::text,
        '2026-09-01', '2026-09-01', '2027-01-01' from generate_series(1, 5000) n;
    insert into app.telecom_plan_change select id, '2026-09-01', 'standard' from app.telecom_device on conflict do nothing;
    insert into app.telecom_service (device_id, began_at, metered_until)
      select id, '2026-09-02', '2027-01-01' from app.telecom_device where type = 'router';
    insert into app.telecom_usage_day select id, day, 1, 1, 1, 1 from app.telecom_device,
      generate_series('2026-09-25'::date, '2026-10-05', '1 day') day where type = 'router';
    insert into app.telecom_usage_hour select id, hour, 1, 1, 1, 1 from app.telecom_device,
      generate_series('2026-10-01Z'::timestamptz, '2026-10-01T05:00Z', '1 hour') hour where type = 'router';
    insert into app.telecom_activity (member_id, device_id, kind, facts, at)
      select member_id, id, 'device_edited', '{"kind":"device_edited","label":"x"}', '2026-09-01' from app.telecom_device;
    insert into app.telecom_insight_answer select member_id, id, 'applied', '', now() from app.telecom_device;
    insert into app.sandbox_line (reference, order_id, device_type, ready_at)
      select reference, id, 'router', '2026-09-01' from app.telecom_device where type = 'router'
  `)
}
