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

-- Sixteen leaves stand in one row, which grows until it has them: one entry in an index for eight transfers instead of
-- one for each of its leaves.
create table merkle_leaves (
  -- Of the first leaf.
  index bigint primary key check (index % 16 = 0),
  -- Ledger position of the first leaf, and of all.
  first_position bigint not null unique,
  positions bigint[] not null,
  -- One after the other.
  hashes bytea not null,
  check (octet_length(hashes) = 32 * cardinality(positions))
);

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

-- Adds leaves: the positions of events in their order, and the hashes of the leaves one after the other. Returns the
-- size of the tree.
create function merkle_append(p_positions bigint[], p_hashes bytea) returns bigint
language plpgsql as $$
declare
  v_count bigint := cardinality(p_positions);
  v_old merkle_tree;
  v_size bigint;
  v_level int := 1;
  v_width bigint := 256;
begin
  if octet_length(p_hashes) <> 32 * v_count then
    raise exception 'positions and hashes are not equally many';
  end if;
  select * into strict v_old from merkle_tree for update;
  if v_old.fault is not null then
    raise exception 'The Merkle tree is not that of the log: %', v_old.fault;
  end if;
  if p_positions[1] <= v_old.position then
    raise exception 'The Merkle tree has come to position % already', v_old.position;
  end if;
  v_size := v_old.size + v_count;

  merge into merkle_leaves as known
  using (
    select place / 16 * 16 as index, min(position) as first_position, array_agg(position order by place) as positions,
      substring(p_hashes from 32 * (min(place) - v_old.size)::int + 1 for 32 * count(*)::int) as hashes
    from (select position, v_old.size + n - 1 as place from unnest(p_positions) with ordinality as one (position, n)) leaf
    group by place / 16
  ) as given on known.index = given.index
  when matched then update
    set positions = known.positions || given.positions, hashes = known.hashes || given.hashes
  when not matched then insert (index, first_position, positions, hashes)
    values (given.index, given.first_position, given.positions, given.hashes);

  -- Subtrees that are complete now, level by level.
  while v_old.size / v_width < v_size / v_width loop
    insert into merkle_subtree (level, index, hash)
    select v_level, complete.index, merkle_root(
      case when v_level = 1
        then (select string_agg(hashes, ''::bytea order by leaves.index) from merkle_leaves as leaves
          where leaves.index >= 256 * complete.index and leaves.index < 256 * (complete.index + 1))
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
