-- Up Migration

-- One intent of one member. Written before the first event of the command, completed (status, response,
-- position) after the last; see api/http/idempotency.ts. Kept for good:
-- a key that was forgotten could send again.
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

-- Down Migration

drop table idempotency_key;
