-- A stream's state at a revision, written after the fact to spare reading it all. Disposable.
create table snapshot (
  stream_id       text        collate "C" primary key,
  revision        bigint      not null,
  position        bigint      not null,
  schema_version  int         not null,
  state           text        not null,
  saved_at        timestamptz not null default now()
);
