create table transfer (
  id uuid primary key,
  sender_id uuid not null,
  recipient_id uuid not null,
  currency text not null,
  minor bigint not null check (minor > 0),
  message jsonb,
  status text not null check (status in ('processing', 'completed', 'returned')),
  sent_at timestamptz not null,
  completed_at timestamptz,
  sent_position bigint not null,
  position bigint not null
);
-- What the delivery process goes over; nearly always empty.
create index transfer_processing on transfer (sent_at, id) where status = 'processing';

-- Who has paid whom, and how many transfers did not come back. One row per pair instead of an index over all
-- transfers: the planner would rather scan those for a busy sender, and find nothing for a long time.
create table payee (
  sender_id uuid not null,
  recipient_id uuid not null,
  transfers bigint not null,
  primary key (sender_id, recipient_id)
) with (fillfactor = 70);

-- What a member received and sent per UTC day, so that a total over days never reads single transfers.
create table transfer_day (
  member_id uuid not null,
  currency text not null,
  day date not null,
  received_minor bigint not null,
  sent_minor bigint not null,
  primary key (member_id, currency, day)
) with (fillfactor = 70);
