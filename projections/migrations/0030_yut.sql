-- What each member has staked, in millionths of a YUT. `seconds` is the sum of stake times accruing seconds up
-- to `since`: what was earned at any moment follows from it by the closed formula.
create table stake (
  member_id uuid primary key,
  minor bigint not null check (minor >= 0),
  seconds numeric(60, 0) not null,
  since timestamptz not null,
  claimed_minor bigint not null,
  position bigint not null
) with (fillfactor = 70);

-- The stake of all members: one row.
create table stake_total (
  id boolean primary key default true check (id),
  minor bigint not null check (minor >= 0)
) with (fillfactor = 50);

-- Every change of the total, so that it can be told for a moment that has passed.
create table stake_change (
  position bigint primary key,
  occurred_at timestamptz not null,
  minor bigint not null
);
create index stake_change_occurred on stake_change (occurred_at);

-- Rewards that the reserve set aside for a claim.
create table reward_claim (
  id uuid primary key,
  member_id uuid not null,
  minor bigint not null check (minor > 0),
  claimed_before bigint not null,
  status text not null check (status in ('open', 'paid', 'released')),
  reserved_at timestamptz not null,
  position bigint not null
);
-- What the claim process goes over; nearly always empty.
create index reward_claim_open on reward_claim (reserved_at, id) where status = 'open';
