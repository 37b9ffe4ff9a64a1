-- Up Migration

-- Accounts of the sandbox's bank, with made-up numbers. A real bank stores its own.
create table sandbox_bank_account (
  account_id text primary key,
  member_id uuid not null unique,
  account_number text not null unique
);

-- Down Migration

drop table sandbox_bank_account;
