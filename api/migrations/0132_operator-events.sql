-- Up Migration

-- Operators' commands at the command line: which command, by whom, and its outcome. Append-only: the server's role may
-- neither change nor delete a row (api/database/roles.ts). Commands contain streams and members by id at most.
create table operator_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- User of the operating system: user@host.
  operator text not null,
  -- User of the database.
  role text not null default current_user,
  command text not null,
  outcome text not null check (outcome in ('begun', 'done', 'failed'))
);
create index operator_event_at on operator_event (at);

-- Down Migration

drop table operator_event;
