-- Up Migration

-- What a closed account had used up of limits that belong to its person, so that closing it and coming back begins none
-- again: by the account's id, of which app.departed knows only by a keyed hash whose it was.
create table former_use (
  member_id uuid not null,
  what text not null,
  -- When it was used; of a validation of a bank account, until when it counts.
  at timestamptz not null
);
create index former_use_of on former_use (member_id, what, at);
create index former_use_age on former_use (at);

-- Keyed hashes of the bank accounts that closed accounts had, without anything about them.
create table former_bank_account (
  fingerprint text not null,
  member_id uuid not null,
  primary key (fingerprint, member_id)
);

-- Down Migration

drop table former_bank_account;
drop table former_use;
