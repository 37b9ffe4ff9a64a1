-- Proposals with their votes so far in millionths of a YUT; title and description are encrypted. `quorum` and
-- `total_stake` are set at the close.
create table proposal (
  id uuid primary key,
  creator_id uuid not null,
  title jsonb not null,
  description jsonb not null,
  proposal_type text not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null check (status in ('open', 'passed', 'rejected', 'no_quorum')),
  votes_for bigint not null default 0,
  votes_against bigint not null default 0,
  votes_abstain bigint not null default 0,
  voters bigint not null default 0,
  quorum bigint,
  total_stake bigint,
  closed_at timestamptz,
  position bigint not null
) with (fillfactor = 70);
create index proposal_open on proposal (ends_at, id) where status = 'open';
create index proposal_closed on proposal (closed_at desc, id) where status <> 'open';

-- Each member's vote as it stands.
create table vote (
  proposal_id uuid not null,
  member_id uuid not null,
  vote_id uuid not null,
  vote text not null check (vote in ('for', 'against', 'abstain')),
  weight bigint not null,
  voted_at timestamptz not null,
  primary key (proposal_id, member_id)
) with (fillfactor = 70);

-- Stakes that votes hold in their wallets; gone when they are released. `cast_at` is the time of the newest vote
-- that the proposal has taken: while it is before `locked_at` the vote is only half done.
create table stake_lock (
  proposal_id uuid not null,
  member_id uuid not null,
  vote_id uuid not null,
  vote text not null,
  minor bigint not null,
  locked_at timestamptz not null,
  until timestamptz not null,
  cast_at timestamptz,
  position bigint not null,
  pending boolean not null generated always as (cast_at is null or cast_at < locked_at) stored,
  primary key (proposal_id, member_id)
) with (fillfactor = 70);
create index stake_lock_member on stake_lock (member_id);
-- What the vote process goes over; nearly always empty.
create index stake_lock_pending on stake_lock (locked_at) where pending;
