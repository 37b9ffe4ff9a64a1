-- Up Migration

alter table saved_bank_account
  -- Hashes of all numbers that it has had, once its bank has corrected them: it is recognized by each.
  add column also_known_as text[] not null default '{}',
  -- What was shown of it before each correction, with the time until which that was so; the oldest first.
  add column former jsonb not null default '[]';
create index saved_bank_account_also on saved_bank_account using gin (also_known_as);

-- Down Migration

drop index saved_bank_account_also;
alter table saved_bank_account drop column former, drop column also_known_as;
