-- Up Migration

-- What operators did at the command line: which command, as whom, and how it ended. Only ever added to: the server's
-- role may neither change nor delete a row (api/database-roles.ts). Commands name streams and members by id at most.
create table operator_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Of the operating system: user@host.
  operator text not null,
  -- As the database knows them.
  role text not null default current_user,
  command text not null,
  outcome text not null check (outcome in ('begun', 'done', 'failed'))
);
create index operator_event_at on operator_event (at);

-- Down Migration

drop table operator_event;
