-- Up Migration

-- What made a withdrawal wait, as the rule saw it: ids of the other members who have or had the bank account, and whether
-- the account is closing by it. Null: a case of before, or of anything else.
alter table support_case add column seen jsonb;

-- Down Migration

alter table support_case drop column seen;
