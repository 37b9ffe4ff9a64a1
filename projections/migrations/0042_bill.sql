-- Bills as they stand; amounts in cents.
create table bill (
  id uuid primary key,
  member_id uuid not null,
  biller text not null,
  period text not null,
  minor bigint not null check (minor > 0),
  lines jsonb not null,
  status text not null check (status in ('issued', 'paying', 'paid')),
  past_due boolean not null,
  issued_at timestamptz not null,
  due_on date not null,
  payment_id uuid,
  method text check (method in ('auto', 'manual')),
  legs jsonb,
  started_at timestamptz,
  paid_at timestamptz,
  failed_on date,
  failed_at timestamptz,
  failure_reason text,
  missing_minor bigint,
  -- Pools that gave for the payment and have not been told how it ended.
  unsettled integer not null,
  issued_position bigint not null,
  position bigint not null
);
create index bill_member on bill (member_id, issued_position);
-- What auto-pay and the past-due process go over.
create index bill_unpaid on bill (due_on, id) where status <> 'paid';
-- What the payment process goes over; nearly always empty.
create index bill_unfinished on bill (started_at, id) where status = 'paying' or (status = 'paid' and unsettled > 0);
