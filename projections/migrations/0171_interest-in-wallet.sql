-- Whose wallets have ended days without interest stands with the wallets: one row less for each half of a transfer.
-- `usd_day` is the UTC day of the newest event that touched the dollars, `closed_through` the last day before it that
-- ended with money.
alter table wallet
  add column usd_day date,
  add column closed_through date,
  add column paid_through date;
update wallet set usd_day = due.day, closed_through = due.closed_through, paid_through = due.paid_through
  from interest_due due where due.member_id = wallet.member_id;
update wallet set usd_day = (opened_at at time zone 'UTC')::date where usd_day is null;
-- By themselves and not within the indexes' conditions, so that most updates change nothing indexed.
alter table wallet
  alter column usd_day set not null,
  add column earning boolean not null generated always as (usd_minor > 0) stored,
  add column backlog boolean not null generated always as
    (closed_through is not null and (paid_through is null or paid_through < closed_through)) stored;
create index wallet_earning on wallet (usd_day, member_id) where earning;
create index wallet_backlog on wallet (member_id) where backlog;

drop table interest_due;
delete from pass where names = '{interest}';
update pass set names = array_remove(names, 'interest') where 'interest' = any (names);
delete from projection where name = 'interest';
