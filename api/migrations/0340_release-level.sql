-- Up Migration

-- The lowest level of a release (LEVEL in events/level.ts) that this database serves: what the log holds, and what was
-- taken away from the tables. A migration that takes something away raises it to that of the first release without it.
create table release_level (
  level integer not null,
  is_only boolean primary key default true check (is_only)
);

-- What releases before this table could read; a new installation begins at the level of its first release.
insert into release_level (level) select 1 where exists (select from member);

-- Down Migration
drop table release_level;
