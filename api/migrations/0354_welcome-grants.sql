-- Up Migration

-- New members whose welcome grant is not in their wallet yet. Inserted before the wallet is opened, deleted after the
-- grant; so a row is work that is still to be done. `day`: the day whose budget pays for it, null while it waits.
create table welcome_grant (
  member_id uuid primary key,
  asked_at timestamptz not null,
  day date
);
create index welcome_grant_waiting on welcome_grant (asked_at, member_id);

-- Millionths of a YUT that welcome grants of a day (UTC) took. Its row is locked while one takes its part.
create table welcome_budget (
  day date primary key,
  granted_minor bigint not null check (granted_minor >= 0)
);

-- Down Migration

drop table welcome_budget;
drop table welcome_grant;
