-- Projections that stand at the same position and move together share one row, whose position moves in the same
-- transaction as their rows: `names`, in alphabetical order, says whose. Every projection is in one pass. A pass whose
-- members change is deleted, and others are made (regroup): whoever meant to move it then finds none.
create table pass (
  names text[] primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
) with (fillfactor = 10);

insert into pass (names, position)
  select array_agg(name order by name), position from checkpoint group by position, name = 'merkle';

-- Of each projection by itself: which version built its rows, and why and where it stopped.
alter table checkpoint rename to projection;
alter table projection drop column position, drop column updated_at;

create view checkpoint as
  select projection.name, projection.version, pass.position, pass.updated_at, projection.error, projection.failed_position
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

-- Leaves are only ever added behind the last one, whose position stands in merkle_tree: nothing looks them up by it.
alter table merkle_leaf drop constraint merkle_leaf_position_key;
