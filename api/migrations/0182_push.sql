-- Up Migration

-- Browsers to which notices are pushed when the app is closed (Web Push, RFC 8030). An endpoint belongs to one browser;
-- its pushes go to the member who signed in there last.
create table push_subscription (
  id uuid primary key,
  member_id uuid not null,
  -- The session that created it: revoking that session deletes the subscription, its expiry does not.
  session_hash text not null,
  endpoint text not null unique,
  -- The browser's public key and secret (RFC 8291), base64url.
  p256dh text not null,
  auth text not null,
  device text not null,
  created_at timestamptz not null,
  -- The app renews it whenever it is open.
  renewed_at timestamptz not null
);
create index push_subscription_of on push_subscription (member_id, renewed_at);
create index push_subscription_session on push_subscription (session_hash);
create index push_subscription_age on push_subscription (renewed_at);

-- Notices to push; deleted once they are sent.
create table push_delivery (
  notification_id bigint not null references notification on delete cascade,
  subscription_id uuid not null references push_subscription on delete cascade,
  attempts integer not null default 0,
  next_at timestamptz not null default now(),
  primary key (notification_id, subscription_id)
);
create index push_delivery_next on push_delivery (next_at);
create index push_delivery_subscription on push_delivery (subscription_id);
create trigger announce_work after insert on push_delivery
  for each row execute function announce_work('push');

create function end_push() returns trigger language plpgsql as $$
begin
  delete from app.push_subscription where session_hash = new.id_hash;
  return null;
end
$$;
create trigger end_push after update of revoked_at on session
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function end_push();

-- Down Migration

drop trigger end_push on session;
drop function end_push;
drop table push_delivery;
drop table push_subscription;
