-- The log. One table holds every event; its position is dense and grows in the order in which events
-- become visible, so that a single number is a complete checkpoint. Payloads are JSON texts kept byte
-- for byte: jsonb would reorder keys and refuse \u0000.
create table event (
  position    bigint      primary key,
  stream_id   text        collate "C" not null,
  revision    bigint      not null check (revision >= 0),
  event_id    uuid        not null,
  type        text        collate "C" not null,
  data        text        not null,
  metadata    text        not null,
  created_at  timestamptz not null,
  unique (stream_id, revision)
);

-- Where each stream ends.
create table stream (
  id        text   collate "C" primary key,
  revision  bigint not null
) with (fillfactor = 80);

-- Where the log ends: one row, changed by every batch, hence room for many versions on its page.
create table head (
  only_row    boolean     primary key default true check (only_row),
  position    bigint      not null,
  created_at  timestamptz not null
) with (fillfactor = 10);

insert into head (position, created_at) values (0, '-infinity');

-- What has happened is not changed, not even by the owner of the table.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the event log is append-only: % is refused', lower(tg_op) using errcode = 'restrict_violation';
end
$$;

create trigger append_only before update or delete or truncate on event
  for each statement execute function refuse_change();

-- Appends a batch: p_streams, p_expected (-1: no stream) and p_sizes describe one append each; the other
-- arrays hold the events of all appends one after the other. Returns one row per append, in no order:
-- stored or already there (a repeated append) with the revision and position of its last event, or refused
-- with the revision at which the stream is and no position. A refusal is a result: the others are stored.
--
-- The advisory lock is a statement of its own, so that what follows sees all that its last holder
-- committed; it is held through commit, so that positions become visible in their order. Plans are fixed
-- to index look-ups, because they are made while the tables are still empty and kept.
create function append_batch(
  p_streams text[], p_expected bigint[], p_sizes int[],
  p_ids uuid[], p_types text[], p_data text[], p_metadata text[]
) returns table (append_number int, stored boolean, at_revision bigint, at_position bigint)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_before  bigint;       -- position of the last event before this statement
  v_now     timestamptz;
  v_broken  text[];       -- streams whose appends do not simply follow on from one another
  v_count   bigint;
  v_first   int := 1;     -- index of the current append's first event
  v_end     int;          -- and of its last
  v_actual  bigint;
  v_last    bigint;
begin
  perform pg_advisory_xact_lock(73105938);
  select position, greatest(created_at, date_trunc('milliseconds', clock_timestamp()))
    into strict v_before, v_now from head;

  select coalesce(array_agg(distinct c.stream_id), '{}') into v_broken
  from (
    select a.stream_id, a.expected, coalesce(s.revision, -1) + coalesce(sum(a.size) over (
             partition by a.stream_id order by a.n rows between unbounded preceding and 1 preceding), 0) as actual
    from unnest(p_streams, p_expected, p_sizes) with ordinality as a (stream_id, expected, size, n)
    left join stream s on s.id = a.stream_id
  ) c
  where c.expected <> c.actual;

  -- The usual case, all at once: every append stands where its stream, or the append before it, ends.
  insert into event (position, stream_id, revision, event_id, type, data, metadata, created_at)
  select v_before + row_number() over (order by e.n), a.stream_id, a.expected + e.n - a.skipped,
         e.id, e.type, e.data, e.metadata, v_now
  from (
    select u.*, sum(u.size) over (order by u.n) - u.size as skipped
    from unnest(p_streams, p_expected, p_sizes) with ordinality as u (stream_id, expected, size, n)
  ) a
  cross join lateral (
    select v.id, v.type, v.data, v.metadata, a.skipped + v.k as n
    from unnest(
      p_ids[a.skipped + 1 : a.skipped + a.size], p_types[a.skipped + 1 : a.skipped + a.size],
      p_data[a.skipped + 1 : a.skipped + a.size], p_metadata[a.skipped + 1 : a.skipped + a.size]
    ) with ordinality as v (id, type, data, metadata, k)
  ) e
  where a.stream_id <> all (v_broken);
  get diagnostics v_count = row_count;

  return query
  select a.n::int, true, a.expected + a.size, (v_before + sum(a.size) over (order by a.n))::bigint
  from unnest(p_streams, p_expected, p_sizes) with ordinality as a (stream_id, expected, size, n)
  where a.stream_id <> all (v_broken);

  insert into stream as s (id, revision)
  select a.stream_id, max(a.expected + a.size)
  from unnest(p_streams, p_expected, p_sizes) as a (stream_id, expected, size)
  where a.stream_id <> all (v_broken)
  group by a.stream_id
  on conflict (id) do update set revision = excluded.revision;

  -- The rest one by one, in their order: a conflict, a repeated append, or what follows on from either.
  if cardinality(v_broken) > 0 then
    for i in 1 .. cardinality(p_streams) loop
      v_end := v_first + p_sizes[i] - 1;
      if p_streams[i] = any (v_broken) then
        append_number := i;
        v_actual := coalesce((select s.revision from stream s where s.id = p_streams[i]), -1);
        if v_actual = p_expected[i] then
          insert into event (position, stream_id, revision, event_id, type, data, metadata, created_at)
          select v_before + v_count + e.k, p_streams[i], p_expected[i] + e.k, e.id, e.type, e.data, e.metadata, v_now
          from unnest(p_ids[v_first:v_end], p_types[v_first:v_end], p_data[v_first:v_end], p_metadata[v_first:v_end])
               with ordinality as e (id, type, data, metadata, k);
          v_count := v_count + p_sizes[i];
          v_actual := v_actual + p_sizes[i];
          insert into stream as s (id, revision) values (p_streams[i], v_actual)
          on conflict (id) do update set revision = excluded.revision;
          stored := true; at_revision := v_actual; at_position := v_before + v_count;
        else
          -- Repeated: these very events already stand where this append wants them.
          select max(e.position) into v_last
          from unnest(p_ids[v_first:v_end]) with ordinality as u (id, k)
          join event e on e.stream_id = p_streams[i] and e.revision = p_expected[i] + u.k and e.event_id = u.id
          having count(*) = p_sizes[i];
          stored := v_last is not null;
          at_revision := case when stored then p_expected[i] + p_sizes[i] else v_actual end;
          at_position := v_last;
        end if;
        return next;
      end if;
      v_first := v_end + 1;
    end loop;
  end if;

  if v_count > 0 then
    update head set position = v_before + v_count, created_at = v_now;
    perform pg_notify('event_store', (v_before + v_count)::text);
  end if;
end
$$;
