-- Up Migration

-- What every page shows of the accounts at a bank that is asked for them over the network.
create table treasury_address (
  account_id text primary key,
  member_id uuid not null,
  routing_number text not null,
  last4 text not null
);
create index treasury_address_of on treasury_address (member_id);

-- Up to where a bank's transactions have been read for what came in to members.
create table treasury_receipt_cursor (
  bank text primary key,
  cursor text not null
);

-- What came in on accounts of the sandbox's bank. Nobody sent it.
create table sandbox_bank_receipt (
  id bigint generated always as identity primary key,
  member_id uuid not null,
  cents bigint not null,
  received_at timestamptz not null
);

-- Down Migration

drop table sandbox_bank_receipt;
drop table treasury_receipt_cursor;
drop table treasury_address;
