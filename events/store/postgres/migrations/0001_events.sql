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

-- Appends a batch. The arrays hold the events of all appends one after the other, each with the revision
-- that it wants; p_sizes says how many of them make each append. Returns one row per append, in no order:
-- stored or already there (a repeated append) with the revision and position of its last event, or refused
-- with the revision at which the stream is (-1: no stream) and no position. A refusal is a result: the other
-- appends are stored.
--
-- An append that was sent before the one it rests on was answered must fail with it, or it might land behind
-- a stranger's event that happens to have its place. Within the batch this is seen here: same stream, begins
-- where a refused append would have ended. Across batches the caller says so: p_barred are numbers of appends
-- that are not to be stored any more (they may have been, earlier), p_barred_streams their streams.
--
-- The advisory lock is a statement of its own, so that what follows sees all that its last holder
-- committed; it is held through commit, so that positions become visible in their order. Plans are fixed
-- to index look-ups, because they are made while the tables are still empty and kept.
create function append_batch(
  p_sizes int[], p_streams text[], p_revisions bigint[],
  p_ids uuid[], p_types text[], p_data text[], p_metadata text[],
  p_barred int[], p_barred_streams text[]
) returns table (append_number int, stored boolean, at_revision bigint, at_position bigint)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_before  bigint;       -- position of the last event before this batch
  v_now     timestamptz;
  v_broken  text[];       -- streams whose appends do not simply follow on from one another
  v_count   bigint := 0;  -- events stored so far
  v_first   int := 1;     -- index of the current append's first event
  v_end     int;          -- and of its last
  v_actual  bigint;
  v_refused text[] := '{}'; -- where refused appends would have ended: 'stream revision'
begin
  perform pg_advisory_xact_lock(7310593858);
  select position, greatest(created_at, date_trunc('milliseconds', clock_timestamp()))
    into strict v_before, v_now from head;

  select p_barred_streams || coalesce(array_agg(broken.stream_id), '{}') into v_broken
  from (
    select u.stream_id
    from (
      select w.stream_id, w.revision - row_number() over (partition by w.stream_id order by w.n) as stands_on
      from unnest(p_streams, p_revisions) with ordinality as w (stream_id, revision, n)
    ) u
    group by u.stream_id
    having min(u.stands_on) <> max(u.stands_on)
      or min(u.stands_on) <> coalesce((select max(e.revision) from event e where e.stream_id = u.stream_id), -1)
  ) broken;

  -- The usual case, all at once: every append stands where its stream, or the append before it, ends.
  insert into event (position, stream_id, revision, event_id, type, data, metadata, created_at)
  select v_before + row_number() over (order by u.n),
         u.stream_id, u.revision, u.event_id, u.type, u.data, u.metadata, v_now
  from unnest(p_streams, p_revisions, p_ids, p_types, p_data, p_metadata)
       with ordinality as u (stream_id, revision, event_id, type, data, metadata, n)
  where u.stream_id <> all (v_broken);
  get diagnostics v_count = row_count;

  at_position := v_before;
  for i in 1 .. cardinality(p_sizes) loop
    v_end := v_first + p_sizes[i] - 1;
    if p_streams[v_first] <> all (v_broken) then
      append_number := i;
      stored := true;
      at_revision := p_revisions[v_end];
      at_position := at_position + p_sizes[i];
      return next;
    end if;
    v_first := v_end + 1;
  end loop;

  -- The rest one by one, in their order: a conflict, a repeated append, or what follows on from either.
  if cardinality(v_broken) > 0 then
    v_first := 1;
    for i in 1 .. cardinality(p_sizes) loop
      v_end := v_first + p_sizes[i] - 1;
      if p_streams[v_first] = any (v_broken) then
        append_number := i;
        v_actual := coalesce((select max(e.revision) from event e where e.stream_id = p_streams[v_first]), -1);
        if v_actual = p_revisions[v_first] - 1 and i <> all (p_barred)
          and p_streams[v_first] || ' ' || v_actual <> all (v_refused)
        then
          insert into event (position, stream_id, revision, event_id, type, data, metadata, created_at)
          select v_before + v_count + u.k, p_streams[v_first], v_actual + u.k,
                 u.event_id, u.type, u.data, u.metadata, v_now
          from unnest(p_ids[v_first:v_end], p_types[v_first:v_end], p_data[v_first:v_end], p_metadata[v_first:v_end])
               with ordinality as u (event_id, type, data, metadata, k);
          v_count := v_count + p_sizes[i];
          stored := true;
          at_position := v_before + v_count;
        else
          -- Repeated: these very events already stand where this append wants them.
          at_position := (
            select max(e.position)
            from unnest(p_ids[v_first:v_end], p_revisions[v_first:v_end]) as u (event_id, revision)
            join event e on e.stream_id = p_streams[v_first] and e.revision = u.revision
            where e.event_id = u.event_id
            having count(*) = p_sizes[i]
          );
          stored := at_position is not null;
          if not stored then
            v_refused := v_refused || (p_streams[v_first] || ' ' || p_revisions[v_end]);
          end if;
        end if;
        at_revision := case when stored then p_revisions[v_end] else v_actual end;
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
