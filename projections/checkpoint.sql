-- Of each projection by itself: why and where it stopped.
create table projection (
  name text primary key,
  error text,
  failed_position bigint
) with (fillfactor = 50);

-- How far projections have come. Those that stand at the same position and move together share one row, whose position,
-- that of the last event applied, moves in the same transaction as their rows: `names`, in alphabetical order, says
-- whose. Every projection is in one pass. A pass whose members change is deleted, and others are made (regroup): whoever
-- meant to move it then finds none.
create table pass (
  names text[] primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
) with (fillfactor = 10);

create view checkpoint as
  select projection.name, pass.position, pass.updated_at, projection.error, projection.failed_position
  from projection join pass on projection.name = any (pass.names);

-- Stops the statement that it is called in.
create function refuse(p_code text, p_message text) returns text language plpgsql as $$
begin
  raise exception using errcode = p_code, message = p_message;
end
$$;

-- Makes one pass of these projections, all of which have to stand at this position.
create function regroup(p_names text[], p_position bigint) returns void language plpgsql as $$
declare
  v_old record;
  v_rest text[];
begin
  for v_old in delete from pass where names && p_names returning names, position loop
    if v_old.position <> p_position then
      perform refuse('YF001', format('The checkpoint of %s is no longer at %s', v_old.names, p_position));
    end if;
    v_rest := array(select name from unnest(v_old.names) as name where name <> all (p_names) order by name);
    if v_rest <> '{}' then
      insert into pass (names, position) values (v_rest, v_old.position);
    end if;
  end loop;
  insert into pass (names, position) values (p_names, p_position);
end
$$;
