-- Up Migration

-- Personal access tokens, with which a member's own programs call the API.
create table access_token (
  id uuid primary key,
  member_id uuid not null,
  name text not null,
  -- Of a secret that is kept nowhere.
  secret_hash text not null unique,
  scopes text[] not null,
  -- Cents that may be paid with it in a day (UTC); null: it may not pay.
  pay_cents bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index access_token_of on access_token (member_id, created_at);
create index access_token_age on access_token (expires_at);

-- Live streams that were opened with it end, as those of a session do (migration 0170).
create function announce_ended_token() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', 'token:' || old.id);
  return null;
end
$$;
create trigger announce_delete after delete on access_token for each row execute function announce_ended_token();

-- Down Migration

drop table access_token;
drop function announce_ended_token;
