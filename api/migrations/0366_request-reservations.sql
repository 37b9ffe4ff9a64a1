-- Up Migration

-- Transfer requests that were let in and may not be in the read model yet, so that requests made at the same moment are
-- counted too. A row counts for ten minutes at most, and housekeeping deletes it then.
create table request_reservation (
  request_id uuid primary key,
  payer_id uuid not null,
  requester_id uuid not null,
  reserved_at timestamptz not null
);
create index request_reservation_payer on request_reservation (payer_id);
create index request_reservation_requester on request_reservation (requester_id);

-- Down Migration

drop table request_reservation;
