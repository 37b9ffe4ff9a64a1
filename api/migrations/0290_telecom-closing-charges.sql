-- Up Migration

-- What a member's lines cost in months that are not closed yet, when the member closes the account: billed at once, and
-- left out when the month is closed. Inserted once for each device and month, never changed.
create table telecom_closing_charge (
  period text not null check (period ~ '^\d{4}-\d{2}$'),
  device_id uuid not null,
  item text not null,
  member_id uuid not null,
  cents bigint not null check (cents > 0),
  -- The bill that charges it.
  bill_id uuid not null,
  primary key (period, device_id, item)
);
create index telecom_closing_charge_of on telecom_closing_charge (member_id);

-- Down Migration

drop table telecom_closing_charge;
