-- Requests of one member for another one's money, with where they stand. `approved_position` is that of the
-- first approval: no payment of the request stands before it.
create table transfer_request (
  id uuid primary key,
  requester_id uuid not null,
  payer_id uuid not null,
  currency text not null,
  minor bigint not null check (minor > 0),
  message jsonb,
  status text not null
    check (status in ('pending', 'approved', 'completed', 'declined', 'cancelled', 'expired', 'failed')),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  answer_id uuid,
  answered_at timestamptz,
  transfer_id uuid,
  approved_position bigint,
  requested_position bigint not null,
  position bigint not null
);
create index transfer_request_incoming on transfer_request (payer_id, requested_position);
create index transfer_request_outgoing on transfer_request (requester_id, requested_position);
-- What the settlement process goes over; nearly always empty.
create index transfer_request_approved on transfer_request (answered_at, id) where status = 'approved';
-- What the expiry process goes over.
create index transfer_request_pending on transfer_request (expires_at, id) where status = 'pending';
