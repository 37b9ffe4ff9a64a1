-- Up Migration

-- A bank that does not agree with the ledger is a case of no member, one of each bank; what closed wallets are owed is
-- another.
alter table support_case
  alter column member_id drop not null,
  drop constraint support_case_kind_check,
  add constraint support_case_kind_check check (
    kind in ('movement', 'member') and member_id is not null or kind in ('reconciliation', 'owed') and member_id is null
  ) not valid;
create unique index support_case_of_house on support_case (subject) where member_id is null;

-- Down Migration

drop index support_case_of_house;
delete from support_case where member_id is null;
alter table support_case
  alter column member_id set not null,
  drop constraint support_case_kind_check,
  add constraint support_case_kind_check check (kind in ('movement', 'member')) not valid;
