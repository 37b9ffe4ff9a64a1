-- Up Migration

-- Bank accounts of members' own, to which they withdraw. The numbers are ciphertext of the member's key.
create table saved_bank_account (
  id uuid primary key,
  member_id uuid not null,
  -- Keyed hash of its numbers: the same account is saved once.
  fingerprint text not null,
  -- Holder, routing and account number; null once it was removed.
  sealed jsonb,
  bank_name text,
  last4 text not null,
  account_type text not null check (account_type in ('checking', 'savings')),
  rails text[] not null,
  created_at timestamptz not null,
  usable_from timestamptz not null,
  -- Kept for the withdrawals that went there.
  removed_at timestamptz,
  check ((sealed is null) = (removed_at is not null))
);
create index saved_bank_account_of on saved_bank_account (member_id, created_at);
create unique index saved_bank_account_once on saved_bank_account (member_id, fingerprint) where removed_at is null;

-- Up to where a bank's news of payouts has been read.
create table payout_news_cursor (
  bank text primary key,
  cursor text not null
);

-- Payouts of the sandbox's bank, which pays nobody, and what it will tell of them.
create table sandbox_payout (
  key text primary key,
  rail text not null,
  cents bigint not null,
  -- Keyed hash of where it went.
  account text not null,
  behaviour text not null,
  reference text not null,
  ordered_at timestamptz not null
);
create table sandbox_payout_news (
  id bigint generated always as identity primary key,
  key text not null,
  kind text not null,
  code text,
  due_at timestamptz not null
);
create index sandbox_payout_news_due on sandbox_payout_news (due_at, id);

-- Down Migration

drop table sandbox_payout_news;
drop table sandbox_payout;
drop table payout_news_cursor;
drop table saved_bank_account;
