-- How far each projection has come. `position` is that of the last event applied; it moves in the same
-- transaction as the rows. `error` and `failed_position` say why and where a projection stopped.
create table checkpoint (
  name text primary key,
  version integer not null,
  position bigint not null,
  updated_at timestamptz not null default now(),
  error text,
  failed_position bigint
) with (fillfactor = 50);
