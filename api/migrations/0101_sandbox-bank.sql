-- Up Migration

-- The sandbox's bank: accounts with made-up numbers. A real bank keeps its own.
create table sandbox_bank_account (
  account_id text primary key,
  member_id uuid not null unique,
  account_number text not null unique
);

-- Down Migration

drop table sandbox_bank_account;
