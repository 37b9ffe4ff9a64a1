-- Up Migration

-- What a rule saw of a withdrawal's bank account before it was decided by: ids of the other members who have or had it, and
-- whether an account is closed by it. The case of a review takes it from here, so that it says what was decided by.
create table account_sighting (
  withdrawal_id uuid primary key,
  member_id uuid not null,
  others uuid[] not null,
  is_last boolean not null,
  at timestamptz not null
);
create index account_sighting_of on account_sighting (member_id);
create index account_sighting_age on account_sighting (at);

-- Down Migration

drop table account_sighting;
