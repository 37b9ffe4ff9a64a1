-- Pools as they stand. Units are 10^-8 units; cash, cost, dividends and realised gains grains (10^-14 dollars);
-- growth is a factor in 10^-18; the price is in millionths of a dollar; everything else in cents.
create table pool (
  id uuid primary key,
  member_id uuid not null,
  name jsonb not null,
  pool_type text not null,
  risk text not null,
  status text not null check (status in ('open', 'closed')),
  auto_pay boolean not null,
  target_minor bigint not null,
  units numeric not null,
  cash numeric not null,
  cost numeric not null,
  principal_minor bigint not null,
  price bigint not null,
  valued_on date not null,
  growth numeric not null,
  value_minor bigint not null,
  contributed_minor bigint not null,
  withdrawn_minor bigint not null,
  bills_minor bigint not null,
  dividends numeric not null,
  realised numeric not null,
  transactions integer not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  created_position bigint not null,
  position bigint not null
) with (fillfactor = 70);
create index pool_member on pool (member_id, created_position);
-- What the valuation process goes over.
create index pool_valued on pool (valued_on, id) where status = 'open';

-- What a pool was worth at the end of each day, and what came in less what went out on it.
create table pool_day (
  pool_id uuid not null,
  day date not null,
  value_minor bigint not null,
  invested_minor bigint not null,
  price bigint not null,
  units numeric not null,
  cash_minor bigint not null,
  flow_minor bigint not null,
  primary key (pool_id, day)
);

create table pool_activity (
  pool_id uuid not null,
  position bigint not null,
  id uuid not null,
  kind text not null,
  minor bigint,
  dividends_minor bigint,
  gains_minor bigint,
  units numeric,
  price bigint,
  bill_id uuid,
  occurred_at timestamptz not null,
  primary key (pool_id, position)
);

-- Money between wallets and pools.
create table pool_transfer (
  id uuid primary key,
  kind text not null check (kind in ('contribution', 'proceeds')),
  member_id uuid not null,
  pool_id uuid not null,
  minor bigint not null check (minor > 0),
  opens jsonb,
  status text not null check (status in ('processing', 'completed', 'returned')),
  sent_at timestamptz not null,
  sent_position bigint not null
);
-- What the movement process goes over; nearly always empty.
create index pool_transfer_processing on pool_transfer (sent_at, id) where status = 'processing';
