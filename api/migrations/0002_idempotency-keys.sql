-- Up Migration

-- One intent of one member. Inserted before the first event of the command, completed (status, response, position)
-- after the last; see api/http/idempotency.ts. Never purged: with a deleted key the command could run again.
create table idempotency_key (
  member_id uuid not null,
  key uuid not null,
  route text not null,
  body_hash text not null,
  created_at timestamptz not null,
  status smallint,
  -- json, not jsonb: a repeated response is byte-identical.
  response json,
  position bigint,
  primary key (member_id, key)
);

-- Down Migration

drop table idempotency_key;
