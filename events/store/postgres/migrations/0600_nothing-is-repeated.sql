-- append_units no longer has the outcome "repeated". It was decided by ids at revisions alone, before the idempotency key
-- and the content were looked at, and a process took it as the confirmation of its own events: with one key at two
-- processes, its memory of a wallet then held events that were never stored, and money was made.
--
-- A unit is now refused for the first of these reasons:
--   key_taken  its idempotency key is known, for whatever request: the answer is looked up under the key
--   id_taken   all its events are in the log; its appends' rows say at which revision and position the first one is
--   unfounded  it follows in its group on a refused unit, on the same stream. Revisions alone would not tell: another
--              process's event may have taken the place of the one that was counted on
--   conflict   a stream is not at the revision that an append of the unit expects
--   id_taken   some of its events are in the log (an append's row says null if none of its own is)
-- and else it is stored.
-- A call that is sent again after a lost answer gets key_taken or id_taken for what it had stored the first time.
--
-- This is the whole function as it is from here on (0003, 0005 and 0370 made it); its parameters, its result and its lock
-- are explained in 0003. Processes of the release before may run beside it: they know all these outcomes.
create or replace function append_units(
  p_streams text[], p_revisions bigint[], p_ids uuid[], p_types text[], p_data text[], p_metadata text[],
  p_sizes int[], p_units int[], p_groups int[],
  p_answer_units int[], p_members uuid[], p_keys uuid[], p_routes text[], p_hashes text[], p_statuses smallint[],
  p_answers text[]
) returns table (append_number int, outcome text, at_revision bigint, at_position bigint, recorded_at timestamptz)
language plpgsql
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_before  bigint;        -- position of the last event before this batch
  v_now     timestamptz;
  v_count   bigint := 0;   -- events stored so far
  v_simple  boolean;       -- every append expects the end of its stream, or of the append before it
  v_known   boolean := false; -- a key of the batch is known or occurs in it twice; then, of each unit, its key is known
  v_kept    int;
  v_append  int := 1;      -- the unit's first append, and its last
  v_last    int;
  v_event   int := 1;      -- the first event of an append, and its last
  v_end     int;
  v_first   int;           -- the unit's first event
  v_answer  int;
  v_group   int := 0;
  v_there   bigint;        -- events of the unit that are in the log
  v_actual  bigint;
  v_actuals bigint[];
  v_refused text[];        -- streams of units of this group that were refused
  v_founded boolean;
  v_fits    boolean;
  v_outcome text;
begin
  perform pg_advisory_xact_lock(7310593858);
  select position, greatest(created_at, date_trunc('milliseconds', clock_timestamp()))
    into strict v_before, v_now from head;

  select coalesce(bool_and(s.stands_on = s.stands_on_at_most
      and s.stands_on = coalesce((select max(e.revision) from event e where e.stream_id = s.stream_id), -1)), true)
    into v_simple
  from (
    select u.stream_id, min(u.stands_on) as stands_on, max(u.stands_on) as stands_on_at_most
    from (
      select w.stream_id, w.revision - row_number() over (partition by w.stream_id order by w.n) as stands_on
      from unnest(p_streams, p_revisions) with ordinality as w (stream_id, revision, n)
    ) u
    group by u.stream_id
  ) s;

  if cardinality(p_keys) > 0 then
    select count(*) < cardinality(p_keys) or bool_or(exists (
        select from app.idempotency_key k where k.member_id = a.member_id and k.key = a.key))
      into v_known
    from (select distinct member_id, key from unnest(p_members, p_keys) as w (member_id, key)) a;
  end if;

  -- The usual case, all at once.
  if v_simple and not v_known
    and (select count(distinct u.id) = cardinality(p_ids) from unnest(p_ids) as u (id))
    and not exists (select from unnest(p_ids) as u (id) join event e on e.event_id = u.id)
  then
    insert into event (position, stream_id, revision, event_id, type, data, metadata, created_at)
    select v_before + u.n, u.stream_id, u.revision, u.event_id, u.type, u.data, u.metadata, v_now
    from unnest(p_streams, p_revisions, p_ids, p_types, p_data, p_metadata)
         with ordinality as u (stream_id, revision, event_id, type, data, metadata, n);
    get diagnostics v_count = row_count;
    outcome := 'stored';
    recorded_at := v_now;
    at_position := v_before;
    v_answer := 1;
    v_actuals := '{}'; -- positions of the answers
    for i in 1 .. cardinality(p_sizes) loop
      append_number := i;
      v_end := v_event + p_sizes[i] - 1;
      at_revision := p_revisions[v_end];
      at_position := at_position + p_sizes[i];
      if p_answer_units[v_answer] = p_units[i] and p_units[i] is distinct from p_units[i + 1] then
        v_actuals := v_actuals || at_position;
        v_answer := v_answer + 1;
      end if;
      return next;
      v_event := v_end + 1;
    end loop;
    if cardinality(p_keys) > 0 then
      insert into app.idempotency_key (member_id, key, route, body_hash, created_at, status, response, position)
      select a.member_id, a.key, a.route, a.body_hash, v_now, a.status,
             replace(a.answer, chr(1), a.position::text)::json, a.position
      from unnest(p_members, p_keys, p_routes, p_hashes, p_statuses, p_answers, v_actuals)
           as a (member_id, key, route, body_hash, status, answer, position)
      order by a.member_id, a.key;
      get diagnostics v_kept = row_count;
      -- A request that takes no lock has written one of the keys since they were looked for.
      if v_kept < cardinality(p_keys) then
        raise exception 'an idempotency key was taken meanwhile' using errcode = 'serialization_failure';
      end if;
    end if;

  -- Otherwise one unit after the other: one of them is refused, or follows a refused one.
  else
    while v_append <= cardinality(p_sizes) loop
      if p_groups[p_units[v_append]] <> v_group then
        v_group := p_groups[p_units[v_append]];
        v_refused := '{}';
      end if;
      v_first := v_event;
      v_founded := true;
      v_fits := true;
      v_actuals := '{}';
      v_last := v_append - 1;
      loop
        v_last := v_last + 1;
        v_end := v_event + p_sizes[v_last] - 1;
        v_actual := coalesce((select max(e.revision) from event e where e.stream_id = p_streams[v_event]), -1);
        v_actuals := v_actuals || v_actual;
        v_fits := v_fits and v_actual = p_revisions[v_event] - 1;
        v_founded := v_founded and p_streams[v_event] <> all (v_refused);
        v_event := v_end + 1;
        exit when p_units[v_last + 1] is distinct from p_units[v_append];
      end loop;

      v_there := (select count(*) from unnest(p_ids[v_first:v_end]) as u (id) join event e on e.event_id = u.id);
      v_answer := array_position(p_answer_units, p_units[v_append]);
      v_known := false;
      if v_answer is not null then
        v_known := exists (
          select from app.idempotency_key k where k.member_id = p_members[v_answer] and k.key = p_keys[v_answer]
        );
      end if;
      v_outcome := case
        when v_known then 'key_taken'
        when v_there = v_end - v_first + 1 then 'id_taken'
        when not v_founded then 'unfounded'
        when not v_fits then 'conflict'
        when v_there > 0 then 'id_taken'
        else 'stored'
      end;
      if v_outcome = 'stored' and v_answer is not null then
        insert into app.idempotency_key (member_id, key, route, body_hash, created_at, status, response, position)
        select p_members[v_answer], p_keys[v_answer], p_routes[v_answer], p_hashes[v_answer], v_now,
               p_statuses[v_answer], replace(p_answers[v_answer], chr(1), last.position::text)::json, last.position
        from (select v_before + v_count + v_end - v_first + 1 as position) last
        on conflict do nothing;
        if not found then v_outcome := 'key_taken'; end if;
      end if;
      if v_outcome = 'stored' then
        insert into event (position, stream_id, revision, event_id, type, data, metadata, created_at)
        select v_before + v_count + u.k, u.stream_id, u.revision, u.event_id, u.type, u.data, u.metadata, v_now
        from unnest(p_streams[v_first:v_end], p_revisions[v_first:v_end], p_ids[v_first:v_end],
                    p_types[v_first:v_end], p_data[v_first:v_end], p_metadata[v_first:v_end])
             with ordinality as u (stream_id, revision, event_id, type, data, metadata, k);
        v_count := v_count + v_end - v_first + 1;
      else
        v_refused := v_refused || p_streams[v_first:v_end];
      end if;

      for i in v_append .. v_last loop
        append_number := i;
        outcome := v_outcome;
        recorded_at := v_now;
        v_end := v_first + p_sizes[i] - 1;
        if v_outcome = 'stored' then
          at_revision := p_revisions[v_end];
          select e.position into at_position
          from event e where e.stream_id = p_streams[v_end] and e.revision = p_revisions[v_end];
        elsif v_outcome = 'id_taken' then
          select e.revision, e.position into at_revision, at_position
          from unnest(p_ids[v_first:v_end]) with ordinality as u (id, n) join event e on e.event_id = u.id
          order by u.n limit 1;
        else
          at_revision := v_actuals[i - v_append + 1];
          at_position := null;
        end if;
        return next;
        v_first := v_end + 1;
      end loop;
      v_append := v_last + 1;
    end loop;
  end if;

  if v_count > 0 then
    update head set position = v_before + v_count, created_at = v_now;
    perform pg_notify('event_store', (v_before + v_count)::text);
  end if;
end
$$;
