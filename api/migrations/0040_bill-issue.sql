-- Up Migration

-- How far the bills of a biller and month have been issued; bills are issued once even if this is lost.
create table bill_issue (
  biller text not null,
  period text not null check (period ~ '^\d{4}-\d{2}$'),
  after_member uuid,
  finished boolean not null,
  primary key (biller, period)
);
