-- One line for each thing that happened to a member's money; an event makes at most one, so its
-- position tells the lines of a member apart and orders them.
create table activity (
  member_id uuid not null,
  position bigint not null,
  id uuid not null,
  kind text not null,
  currency text,
  minor bigint,
  status text not null check (status in ('processing', 'completed', 'returned', 'failed')),
  transfer_id uuid,
  counterparty_id uuid,
  message jsonb,
  occurred_at timestamptz not null,
  primary key (member_id, position)
);
-- Serves the list filtered by kind, by currency, and by both. By the negative position, because only this
-- index then has the order that those lists ask for: the planner cannot choose to walk over all lines of
-- a member in the hope of meeting rare ones soon.
create index activity_filtered on activity (member_id, kind, currency, (-position));
-- Finds the sender's line when the transfer ends; nearly always empty.
create index activity_processing on activity (transfer_id) where status = 'processing';

create table deposit (
  id uuid primary key,
  member_id uuid not null,
  method text not null,
  currency text not null,
  minor bigint not null check (minor > 0),
  status text not null check (status in ('completed', 'returned')),
  created_at timestamptz not null,
  position bigint not null
);
create index deposit_newest on deposit (member_id, position);
