-- Up Migration

-- One intent of one member. Written before the first event of the command, completed (status, response,
-- position) after the last; see docs of api/http/idempotency.ts.
create table idempotency_key (
  member_id uuid not null,
  key uuid not null,
  route text not null,
  body_hash text not null,
  created_at timestamptz not null,
  status smallint,
  -- json, not jsonb: a repeated answer is the same to the byte.
  response json,
  position bigint,
  primary key (member_id, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- Down Migration

drop table idempotency_key;
