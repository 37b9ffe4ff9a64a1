-- An event's id stands in the log once. Ids are derived from what an event is about, so whoever repeats a step whose
-- idempotency key was lost, such as by restoring `app` from an older moment than the log, makes the same ids at other
-- revisions. append_units answers these with another outcome:
--   id_taken   an event of the unit stands elsewhere in the log; its append's row says at which revision and position
-- It comes after conflict and unfounded, which may pass.
--
-- A hash index, as it is the cheapest that can answer; it cannot be unique, and need not be: all appends hold one lock.
-- Where a log exists already, migrateEventStore has built it before, without holding up appends.
create index if not exists event_id_place on event using hash (event_id);

-- Replaced in its text, so that it keeps its owner, its rights and its settings.
do $$
declare
  v_function text := pg_get_functiondef('append_units'::regproc);
  v_changes text[] := array[
    array[E'  if v_simple and not v_known then\n', E'  if v_simple and not v_known
    and (select count(distinct u.id) = cardinality(p_ids) from unnest(p_ids) as u (id))
    and not exists (select from unnest(p_ids) as u (id) join event e on e.event_id = u.id)
  then\n'],
    array[E'        when not v_fits then ''conflict''\n', E'        when not v_fits then ''conflict''
        when exists (select from unnest(p_ids[v_first:v_end]) as u (id) join event e on e.event_id = u.id) then ''id_taken''\n'],
    array[E'        else\n          at_revision := v_actuals[', E'        elsif v_outcome = ''id_taken'' then
          select min(e.revision), min(e.position) into at_revision, at_position
          from unnest(p_ids[v_first:v_end]) as u (id) join event e on e.event_id = u.id;
        else\n          at_revision := v_actuals[']];
begin
  for i in 1 .. 3 loop
    if position(v_changes[i][1] in v_function) = 0 then
      raise exception 'append_units is not as migrations 0003 and 0005 made it';
    end if;
    v_function := replace(v_function, v_changes[i][1], v_changes[i][2]);
  end loop;
  execute v_function;
end
$$;
