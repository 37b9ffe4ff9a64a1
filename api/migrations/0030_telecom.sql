-- Up Migration

-- Members' devices. The activation code is not stored: the carrier returns it when the owner asks.
create table telecom_device (
  -- Derived from the member and the idempotency key of the order.
  id uuid primary key,
  member_id uuid not null,
  label text not null,
  type text not null,
  config jsonb not null,
  info jsonb not null,
  plan text not null,
  state text not null check (state in (
    'requested', 'ordered', 'active', 'suspending', 'suspended', 'resuming', 'failed', 'ended', 'releasing', 'released'
  )),
  failure text check ((failure is not null) = (state = 'failed')),
  -- Attempts to set up the line; each is a separate order at the carrier.
  attempt integer not null default 1,
  requested_at timestamptz not null,
  reference text,
  iccid text,
  msisdn text,
  created_at timestamptz not null,
  state_since timestamptz not null,
  activated_at timestamptz,
  -- When the member deleted it: hidden since then, but stored for the month's bill.
  deleted_at timestamptz,
  -- When the carrier is polled next; null: never.
  sync_at timestamptz,
  sync_failures integer not null default 0
);
create index telecom_device_of on telecom_device (member_id, created_at, id);
create index telecom_device_sync on telecom_device (sync_at) where sync_at is not null;

-- A device's plan since `changed_at`; the last row before a moment applies to it.
create table telecom_plan_change (
  device_id uuid not null references telecom_device on delete cascade,
  changed_at timestamptz not null,
  plan text not null,
  primary key (device_id, changed_at)
);

-- Periods in which a line was in service, and up to when each is metered.
create table telecom_service (
  device_id uuid not null references telecom_device on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz,
  metered_until timestamptz not null,
  -- Whether the period is metered up to its end.
  metered boolean not null default false,
  primary key (device_id, began_at)
);
create index telecom_service_due on telecom_service (metered_until, device_id) where not metered;
create unique index telecom_service_running on telecom_service (device_id) where ended_at is null;

-- Usage by device and hour: inserted once, never changed. Hours without usage have no row.
create table telecom_usage_hour (
  device_id uuid not null references telecom_device on delete cascade,
  hour timestamptz not null,
  calls integer not null check (calls >= 0),
  voice_minutes integer not null check (voice_minutes >= 0),
  sms integer not null check (sms >= 0),
  data_kb bigint not null check (data_kb >= 0),
  primary key (device_id, hour)
);
-- The sum of the hours by day (UTC), updated in the transaction that inserts the hours.
create table telecom_usage_day (
  device_id uuid not null references telecom_device on delete cascade,
  day date not null,
  calls integer not null,
  voice_minutes integer not null,
  sms integer not null,
  data_kb bigint not null,
  primary key (device_id, day)
);

-- Entries of the member's activity feed.
create table telecom_activity (
  id bigint generated always as identity primary key,
  member_id uuid not null,
  device_id uuid not null references telecom_device on delete cascade,
  kind text not null,
  -- The device's label at that time, and the data of the message.
  facts jsonb not null,
  at timestamptz not null,
  -- Unique key of an entry that may be added only once, such as an alert of one month.
  once text
);
create index telecom_activity_of on telecom_activity (member_id, at desc, id desc);
create index telecom_activity_device on telecom_activity (device_id);
create unique index telecom_activity_once on telecom_activity (device_id, once) where once is not null;

-- Insights that were applied or dismissed: they are not shown again for the same evidence.
create table telecom_insight_answer (
  member_id uuid not null,
  insight_id uuid not null,
  answer text not null check (answer in ('applied', 'dismissed')),
  message text not null,
  answered_at timestamptz not null,
  primary key (member_id, insight_id)
);

-- Charges of a month that has ended. Inserted once per month, never changed.
create table telecom_month (
  period text primary key check (period ~ '^\d{4}-\d{2}$'),
  closed_at timestamptz not null
);
create table telecom_charge (
  period text not null references telecom_month,
  member_id uuid not null,
  device_id uuid not null,
  item text not null,
  cents bigint not null check (cents > 0),
  primary key (period, member_id, device_id, item)
);
create index telecom_charge_of on telecom_charge (member_id);

-- Records of the sandbox carrier, as a real one would have on its side.
create table sandbox_line (
  reference text primary key,
  order_id uuid not null unique,
  device_type text not null,
  -- Set by the test labels; null: an ordinary line.
  behaviour text,
  failure text,
  iccid text unique,
  msisdn text,
  ready_at timestamptz not null,
  suspended boolean not null default false,
  released boolean not null default false
);
-- A number belongs to one line at a time.
create unique index sandbox_line_number on sandbox_line (msisdn) where not released;

-- Down Migration

drop table sandbox_line;
drop table telecom_charge;
drop table telecom_month;
drop table telecom_insight_answer;
drop table telecom_activity;
drop table telecom_usage_day;
drop table telecom_usage_hour;
drop table telecom_service;
drop table telecom_plan_change;
drop table telecom_device;
