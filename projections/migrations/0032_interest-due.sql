-- Whose wallets have ended days without interest. `day` is the UTC day of the newest event that touched the
-- dollars, `usd_minor` the cents since then, `closed_through` the last day before it that ended with money.
create table interest_due (
  member_id uuid primary key,
  day date not null,
  usd_minor bigint not null,
  closed_through date,
  paid_through date,
  -- By themselves and not within the indexes' conditions, so that most updates change nothing indexed.
  earning boolean not null generated always as (usd_minor > 0) stored,
  backlog boolean not null generated always as
    (closed_through is not null and (paid_through is null or paid_through < closed_through)) stored
) with (fillfactor = 70);
create index interest_due_earning on interest_due (day, member_id) where earning;
create index interest_due_backlog on interest_due (member_id) where backlog;
