-- Up Migration

-- What can be taken back is limited for each funding source too, whoever pays with it: a bank account by the keyed hash
-- of its numbers, a card by that of its processor's fingerprint. Both null in rows of earlier releases.
alter table bank_account add column source text;
create index bank_account_source on bank_account (source) where source is not null;
-- To recognize accounts that were saved before they had a source.
create index bank_account_fingerprint on bank_account (fingerprint) where source is null;

alter table reversible_deposit
  add column method text not null default 'ach' check (method in ('ach', 'card')),
  add column source text,
  -- The card was charged, and its success is not recorded in the ledger while this is set.
  add column held_at timestamptz;
create index reversible_deposit_source on reversible_deposit (source, begun_at) where source is not null;

-- Down Migration

drop index reversible_deposit_source, bank_account_fingerprint, bank_account_source;
alter table reversible_deposit drop column held_at, drop column source, drop column method;
alter table bank_account drop column source;
