-- Up Migration

-- A bank account is validated before its first debit (Nacha's rule for debits ordered on the web). Null in rows that no
-- validation was begun for, as those of earlier releases: they are validated when their member saves them again.
alter table bank_account
  add column validation text check (validation in ('asked', 'valid', 'refused')),
  -- Counts them: part of the key by which one is begun once.
  add column validation_round smallint not null default 0,
  -- The processor's id of it; null while it is being begun.
  add column validation_reference text,
  add column validation_asks text check (validation_asks in ('amounts', 'code')),
  add column validation_arrives_by timestamptz,
  -- Asked: until when it can be answered. Refused: from when on another one can begin.
  add column validation_until timestamptz,
  -- Answers that the processor was asked about.
  add column validation_tries smallint not null default 0;
create index bank_account_validation on bank_account (validation_reference) where validation_reference is not null;

-- Down Migration

drop index bank_account_validation;
alter table bank_account
  drop column validation_tries, drop column validation_until, drop column validation_arrives_by,
  drop column validation_asks, drop column validation_reference, drop column validation_round, drop column validation;
