-- Up Migration

-- Members' saved bank accounts. The account number is not stored: the processor has it behind the token. Only its last
-- four digits and a keyed hash, to recognize the same account, are stored.
create table bank_account (
  id uuid primary key,
  member_id uuid not null,
  provider text not null,
  token text not null,
  customer text,
  last4 text not null check (last4 ~ '^\d{4}$'),
  bank_name text,
  account_type text not null check (account_type in ('checking', 'savings')),
  fingerprint text not null,
  created_at timestamptz not null,
  unique (member_id, provider, fingerprint)
);

-- Webhooks that concern deposits: stored before they are acknowledged, applied then or later. Each event is stored
-- once, however often it is sent.
create table webhook_event (
  provider text not null,
  id text not null,
  type text not null,
  deposit_id uuid,
  change jsonb,
  received_at timestamptz not null,
  -- Null: not applied yet.
  handled_at timestamptz,
  attempts integer not null default 0,
  next_at timestamptz not null,
  primary key (provider, id)
);
create index webhook_event_open on webhook_event (next_at) where handled_at is null;

-- Records of the sandbox processor, as a real one would have on its side.
create table sandbox_payment (
  reference text primary key,
  deposit_id uuid not null unique,
  total_cents bigint not null check (total_cents > 0),
  -- Set once: the payer's answer to their bank, or that the payment was cancelled.
  ending text check (ending in ('approve', 'decline', 'cancel')),
  asks boolean not null,
  created_at timestamptz not null
);
-- Every sending of every webhook, including repeated ones.
create table sandbox_sending (
  id bigint generated always as identity primary key,
  body text not null,
  next_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz
);
create index sandbox_sending_open on sandbox_sending (next_at, id) where sent_at is null;

-- Down Migration

drop table sandbox_sending;
drop table sandbox_payment;
drop table webhook_event;
drop table bank_account;
