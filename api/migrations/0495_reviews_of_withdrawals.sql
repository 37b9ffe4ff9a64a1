-- Up Migration

-- A withdrawal that a person has to look at is a case of its member. The operator's verdict is carried out by the server,
-- which settles the case with what became of the withdrawal.
alter table support_case
  -- `release`, or why it is stopped; null until the operator has decided.
  add column verdict text,
  -- When the withdrawal went on or ended; cases about anything else have none.
  add column settled_at timestamptz,
  drop constraint support_case_kind_check,
  add constraint support_case_kind_check check (
    kind in ('movement', 'member', 'withdrawal') and member_id is not null
    or kind in ('reconciliation', 'owed') and member_id is null
  ) not valid;
create index support_case_unsettled on support_case (number) where kind = 'withdrawal' and settled_at is null;

-- Who else has an account: asked before each withdrawal.
create index saved_bank_account_shared on saved_bank_account (fingerprint);

-- Down Migration

drop index saved_bank_account_shared;
delete from support_case where kind = 'withdrawal';
alter table support_case
  drop constraint support_case_kind_check,
  add constraint support_case_kind_check check (
    kind in ('movement', 'member') and member_id is not null or kind in ('reconciliation', 'owed') and member_id is null
  ) not valid,
  drop column settled_at,
  drop column verdict;
