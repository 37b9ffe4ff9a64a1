-- The Merkle log (RFC 6962) over the canonical bytes of every event, in the order of the log. Rows are only ever
-- added. Kept are the hashes of all leaves and of all complete subtrees of 256, 256^2 … leaves: with the few hashes
-- between them, which are made when asked for, they give any proof for any size.
create table merkle_tree (
  only_row boolean primary key default true check (only_row),
  -- Leaves, and the ledger position of the last one.
  size bigint not null,
  position bigint not null,
  -- Why nothing may be added: the tree is not that of the log.
  fault text
) with (fillfactor = 10);
insert into merkle_tree (size, position) values (0, 0);

create table merkle_leaf (
  index bigint primary key,
  position bigint not null unique,
  event_id uuid not null,
  hash bytea not null check (octet_length(hash) = 32)
);
create index merkle_leaf_event on merkle_leaf (event_id);

-- Subtree `index` of 256^level leaves.
create table merkle_subtree (
  level smallint,
  index bigint,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, index)
);

-- The root over hashes that stand one after the other; their number is a power of two.
create function merkle_root(p_hashes bytea) returns bytea language plpgsql immutable strict as $$
begin
  while octet_length(p_hashes) > 32 loop
    p_hashes := (
      select string_agg(sha256('\x01'::bytea || substring(p_hashes from 64 * pair + 1 for 64)), ''::bytea order by pair)
      from generate_series(0, octet_length(p_hashes) / 64 - 1) as pair
    );
  end loop;
  return p_hashes;
end
$$;

-- Adds leaves: the positions of events in their order, their ids, and the hashes of the leaves one after the other.
-- Returns the size of the tree.
create function merkle_append(p_positions bigint[], p_ids uuid[], p_hashes bytea) returns bigint
language plpgsql as $$
declare
  v_count bigint := cardinality(p_positions);
  v_old merkle_tree;
  v_size bigint;
  v_level int := 1;
  v_width bigint := 256;
begin
  if cardinality(p_ids) <> v_count or octet_length(p_hashes) <> 32 * v_count then
    raise exception 'positions, ids and hashes are not equally many';
  end if;
  select * into strict v_old from merkle_tree for update;
  if v_old.fault is not null then
    raise exception 'The Merkle tree is not that of the log: %', v_old.fault;
  end if;
  if p_positions[1] <= v_old.position then
    raise exception 'The Merkle tree has come to position % already', v_old.position;
  end if;
  v_size := v_old.size + v_count;

  insert into merkle_leaf (index, position, event_id, hash)
  select v_old.size + leaf.n - 1, leaf.position, leaf.event_id, substring(p_hashes from 32 * (leaf.n::int - 1) + 1 for 32)
  from unnest(p_positions, p_ids) with ordinality as leaf (position, event_id, n);

  -- Subtrees that are complete now, level by level.
  while v_old.size / v_width < v_size / v_width loop
    insert into merkle_subtree (level, index, hash)
    select v_level, complete.index, merkle_root(
      case when v_level = 1
        then (select string_agg(hash, ''::bytea order by leaf.index) from merkle_leaf as leaf
          where leaf.index >= 256 * complete.index and leaf.index < 256 * (complete.index + 1))
        else (select string_agg(hash, ''::bytea order by part.index) from merkle_subtree as part
          where part.level = v_level - 1 and part.index >= 256 * complete.index and part.index < 256 * (complete.index + 1))
      end)
    from generate_series(v_old.size / v_width, v_size / v_width - 1) as complete (index);
    v_level := v_level + 1;
    v_width := v_width * 256;
  end loop;

  update merkle_tree set size = v_size, position = p_positions[v_count];
  return v_size;
end
$$;
