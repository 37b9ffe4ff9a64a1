-- Up Migration

-- What a place for pushes is told last, once its subscription is gone: that it was ended, and where.
create table push_last_word (
  id uuid primary key,
  member_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  language text not null,
  -- The place that ended it.
  ended_by text not null,
  next_at timestamptz not null default now(),
  attempts integer not null default 0
);
create index push_last_word_next on push_last_word (next_at);
create trigger announce_work after insert on push_last_word for each row execute function announce_work('push');

-- Down Migration

drop table push_last_word;
