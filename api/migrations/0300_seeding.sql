-- Up Migration

-- When the demo members' data was complete: one row at most. Until there is one, a start resumes the seeding.
create table seeding (
  one boolean primary key default true check (one),
  done_at timestamptz not null default now()
);

-- Down Migration

drop table seeding;
