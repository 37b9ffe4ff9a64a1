-- Up Migration

-- Accounts at a bank that hold one member's money, beside the pooled one that holds everybody else's.
create table member_account (
  bank text not null,
  -- The bank's id of it.
  account_id text not null,
  -- The ledger's id of the member's account, at the bank that of its number.
  treasury_account_id text not null,
  -- The member has left: it is emptied and closed.
  ended_at timestamptz,
  closed_at timestamptz,
  primary key (bank, account_id),
  unique (bank, treasury_account_id)
);

-- Account transfers between one of them and the pooled account, each before the bank is asked for it.
create table account_move (
  -- The bank's idempotency key.
  key text primary key,
  bank text not null,
  account_id text not null,
  -- Which one of this account.
  number integer not null,
  -- Into the member's account, or below zero out of it.
  cents bigint not null check (cents <> 0),
  ordered_at timestamptz not null,
  state text not null default 'ordered' check (state in ('ordered', 'done', 'refused')),
  unique (bank, account_id, number)
);
create unique index account_move_open on account_move (bank, account_id) where state = 'ordered';

-- The last day on which all accounts of a bank were swept.
create table account_sweep (
  bank text primary key,
  day date not null
);

-- On which member's own account at the sandbox's bank something came in, by its number there; all else on the pooled one.
create table sandbox_own_money_in (
  number bigint primary key,
  account_id text not null
);
create index sandbox_own_money_in_of on sandbox_own_money_in (account_id);

-- Account transfers of the sandbox's bank, as account_move.
create table sandbox_move (
  key text primary key,
  account_id text not null,
  cents bigint not null,
  at timestamptz not null
);

-- Down Migration

drop table sandbox_move;
drop table sandbox_own_money_in;
drop table account_sweep;
drop table account_move;
drop table member_account;
