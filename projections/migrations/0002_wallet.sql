-- A member's money in minor units. Only unindexed columns change, so updates stay on their page.
create table wallet (
  member_id uuid primary key,
  status text not null check (status in ('open', 'closed')),
  usd_minor bigint not null default 0,
  usdc_minor bigint not null default 0,
  yut_minor bigint not null default 0,
  yut_staked_minor bigint not null default 0,
  usd_locked_minor bigint not null default 0,
  usdc_locked_minor bigint not null default 0,
  yut_locked_minor bigint not null default 0,
  treasury_status text check (treasury_status in ('open')),
  treasury_account_id text,
  opened_at timestamptz not null,
  position bigint not null
) with (fillfactor = 70);
