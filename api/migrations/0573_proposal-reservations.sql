-- Up Migration

-- Proposals that were let in and may not be in the read model yet, so that several at once are not more than a member
-- may have open.
create table proposal_reservation (
  proposal_id uuid primary key,
  member_id uuid not null,
  reserved_at timestamptz not null
);
create index proposal_reservation_of on proposal_reservation (member_id);
create index proposal_reservation_age on proposal_reservation (reserved_at);

-- Down Migration

drop table proposal_reservation;
