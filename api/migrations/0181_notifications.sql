-- Up Migration

-- Members' notices, the newest last. Rows contain ids and amounts; names are looked up when they are shown.
create table notification (
  id bigint generated always as identity primary key,
  member_id uuid not null,
  kind text not null check (kind in ('money_in', 'request', 'bill', 'data', 'vote', 'security')),
  -- The subject of the notice; a member gets only one of each kind and subject.
  subject text not null,
  facts jsonb not null,
  at timestamptz not null,
  unique (member_id, kind, subject)
);
create index notification_of on notification (member_id, id);
create index notification_age on notification using brin (at);

-- A member's settings, and up to which notice they have read.
create table notification_settings (
  member_id uuid primary key,
  read_up_to bigint not null default 0,
  -- Kinds that are switched off.
  off text[] not null default '{}',
  -- Whether amounts and names may be shown on a lock screen.
  amounts boolean not null default false
);

-- How far each source has been processed: the ledger by position, a vote by its proposal.
create table notification_progress (
  source text primary key,
  position bigint not null
);

create trigger announce_news after insert on notification
  for each row execute function announce_news();
create trigger announce_news after insert or update on notification_settings
  for each row execute function announce_news();

-- Down Migration

drop table notification_progress;
drop table notification_settings;
drop table notification;
