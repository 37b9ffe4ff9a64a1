-- Up Migration

-- Written by the readiness check: a database that cannot write, such as one whose disk is full, still answers reads.
create table readiness (
  role text primary key,
  written_at timestamptz not null,
  -- Bytes that do not compress, so that every write needs room.
  ballast bytea not null
);
alter table readiness alter column ballast set storage external;
