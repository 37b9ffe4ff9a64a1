-- Deposits are followed from the moment a member asks for one, not only from their credit; the projection
-- `deposits` fills this table from the log.
drop table deposit;
create table deposit (
  id uuid primary key,
  member_id uuid not null,
  method text not null check (method in ('card', 'ach', 'bank')),
  currency text not null,
  minor bigint not null check (minor > 0),
  status text not null check (status in ('pending', 'completed', 'failed', 'returned')),
  created_at timestamptz not null,
  -- Of the first event of the deposit.
  position bigint not null,
  fee_minor bigint not null default 0,
  -- Null: no processor was involved.
  provider text,
  reference text,
  -- How far the processor has come; see events/deposit.
  stage text not null default 'succeeded',
  -- Why it failed or came back.
  code text,
  succeeded_position bigint,
  -- What the wallet knows of it.
  credited boolean not null default false,
  reversed boolean not null default false,
  updated_at timestamptz not null default 'epoch'
);
create index deposit_newest on deposit (member_id, position);
-- What the settlement process goes over; nearly always empty.
create index deposit_unsettled on deposit (updated_at, id)
  where succeeded_position is not null and (not credited or (stage = 'returned' and not reversed));
-- What the payer has not completed; what is left lying is cancelled.
create index deposit_unpaid on deposit (updated_at, id)
  where stage in ('initiated', 'submitted', 'action_required');
