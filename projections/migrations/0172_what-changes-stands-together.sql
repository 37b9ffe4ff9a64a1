-- Postgres writes to its log what lies between the first and the last byte of a row that an update changes: what every
-- transfer changes stands together, at the end.
alter table wallet rename to wallet_before;
alter table wallet_before rename constraint wallet_pkey to wallet_before_pkey;
create table wallet (
  member_id uuid primary key,
  status text not null check (status in ('open', 'closed')),
  treasury_status text check (treasury_status in ('open')),
  treasury_account_id text,
  -- Whether auto-pay may take what pools lack for a bill.
  bills_from_wallet boolean not null default false,
  usdc_minor bigint not null default 0,
  yut_minor bigint not null default 0,
  yut_staked_minor bigint not null default 0,
  usd_locked_minor bigint not null default 0,
  usdc_locked_minor bigint not null default 0,
  yut_locked_minor bigint not null default 0,
  -- What a member has earned so far: interest in cents, rewards in millionths of a YUT.
  interest_minor bigint not null default 0,
  rewards_minor bigint not null default 0,
  opened_at timestamptz not null,
  -- The UTC day of the newest event that touched the dollars, and the last day before it that ended with money.
  usd_day date not null,
  closed_through date,
  paid_through date,
  -- By themselves and not within the indexes' conditions, so that most updates change nothing indexed.
  earning boolean not null generated always as (usd_minor > 0) stored,
  backlog boolean not null generated always as
    (closed_through is not null and (paid_through is null or paid_through < closed_through)) stored,
  usd_minor bigint not null default 0,
  position bigint not null
) with (fillfactor = 70);
insert into wallet (
    member_id, status, treasury_status, treasury_account_id, bills_from_wallet, usdc_minor, yut_minor, yut_staked_minor,
    usd_locked_minor, usdc_locked_minor, yut_locked_minor, interest_minor, rewards_minor, opened_at, usd_day,
    closed_through, paid_through, usd_minor, position)
  select member_id, status, treasury_status, treasury_account_id, bills_from_wallet, usdc_minor, yut_minor,
    yut_staked_minor, usd_locked_minor, usdc_locked_minor, yut_locked_minor, interest_minor, rewards_minor, opened_at,
    usd_day, closed_through, paid_through, usd_minor, position
  from wallet_before;
drop table wallet_before;
create index wallet_earning on wallet (usd_day, member_id) where earning;
create index wallet_backlog on wallet (member_id) where backlog;

alter table wallet_day rename to wallet_day_before;
alter table wallet_day_before rename constraint wallet_day_pkey to wallet_day_before_pkey;
create table wallet_day (
  member_id uuid not null,
  day date not null,
  account text not null check (account in ('USD', 'USDC', 'YUT', 'YUT staked')),
  -- Of what came in: interest and rewards; and deposits, less those that were taken back.
  earned_minor bigint not null,
  deposited_minor bigint not null,
  -- Of the first and the last movement: between them stand the lines of activity that these sums are of.
  first_position bigint not null,
  in_minor bigint not null,
  out_minor bigint not null,
  -- Received less sent by transfers between members.
  transferred_minor bigint not null,
  moves bigint not null,
  last_position bigint not null,
  primary key (member_id, day, account)
) with (fillfactor = 70);
insert into wallet_day (member_id, day, account, earned_minor, deposited_minor, first_position, in_minor, out_minor,
    transferred_minor, moves, last_position)
  select member_id, day, account, earned_minor, deposited_minor, first_position, in_minor, out_minor, transferred_minor,
    moves, last_position
  from wallet_day_before;
drop table wallet_day_before;
