-- Up Migration

-- Every transfer creates a notice: the facts of money notices are stored in columns, which take a third of the space of
-- a document with its keys. `facts` is null then; see api/notices/notices.ts.
alter table notification
  alter column facts drop not null,
  add column how text,
  add column from_id uuid,
  add column currency text,
  add column minor bigint,
  add check (num_nonnulls(facts, how) = 1);

-- Down Migration

update notification set facts = jsonb_build_object('kind', kind, 'how', how, 'from', from_id, 'currency', currency,
  'minor', minor::text) where facts is null;
alter table notification
  alter column facts set not null,
  drop column how,
  drop column from_id,
  drop column currency,
  drop column minor;
