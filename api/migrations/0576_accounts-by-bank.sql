-- Up Migration

-- Keyed hash of the bank and the account number, where the bank is known: a bank has several routing numbers, and one
-- account by each of them.
alter table saved_bank_account add column bank_fingerprint text;
create index saved_bank_account_by_bank on saved_bank_account (bank_fingerprint);

-- Down Migration

alter table saved_bank_account drop column bank_fingerprint;
