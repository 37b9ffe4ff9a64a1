-- Up Migration

-- Passkeys (WebAuthn): a public key of an authenticator, with which its member confirms what is sensitive.
create table passkey (
  id uuid primary key,
  member_id uuid not null,
  credential_id text not null unique,
  public_key bytea not null,
  -- Of signatures, by the authenticator's count; 0 for one that does not count.
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of on passkey (member_id, created_at);

-- Challenges that an authenticator may still sign, each once. A challenge is the hash of its nonce and of what is
-- confirmed with it, which is not stored: whoever presents the signature has to ask for the same thing again.
create table passkey_challenge (
  challenge text primary key,
  nonce text not null,
  member_id uuid not null,
  session_hash text not null,
  created_at timestamptz not null
);
create index passkey_challenge_of on passkey_challenge (member_id, session_hash, created_at);
create index passkey_challenge_age on passkey_challenge (created_at);

-- The announced wait after which a member may add a passkey who can prove in no other way that it is them.
create table passkey_wait (
  member_id uuid primary key,
  started_at timestamptz not null
);
create index passkey_wait_age on passkey_wait (started_at);

-- Down Migration

drop table passkey_wait;
drop table passkey_challenge;
drop table passkey;
