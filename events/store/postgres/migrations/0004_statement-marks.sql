-- Where a member's statement stood after every so many events, so that a question about the past reads a thousand events
-- and not all. Disposable, like a snapshot.
create table statement_mark (
  member_id   uuid        not null,
  revision    bigint      not null,
  position    bigint      not null,
  event_id    uuid        not null,
  -- The latest time up to there, by the store's clock.
  time        timestamptz not null,
  -- [[account, currency, minor units, debits positive], …]
  balances    json        not null,
  primary key (member_id, revision)
);
