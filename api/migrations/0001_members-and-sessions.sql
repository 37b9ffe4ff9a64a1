-- Up Migration

-- Who is a member: personal data lives here and nowhere in the ledger. Keyed by (issuer, subject) of the
-- identity provider, never by e-mail, which may change hands.
create table member (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  email text not null,
  handle text not null check (handle ~ '^[a-z0-9_]{3,30}$'),
  given_name text not null,
  family_name text not null,
  name text not null,
  picture text,
  created_at timestamptz not null,
  signed_in_at timestamptz not null,
  unique (issuer, subject)
);
create unique index member_handle_key on member (lower(handle));
create index member_email on member (lower(email));

-- id_hash is the SHA-256 of the cookie's value, so that a copy of this table signs nobody in. A revoked
-- row stays until it would have expired: a slow request that still holds the session cannot bring it back.
create table session (
  id_hash text primary key,
  data jsonb not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_expiry on session (expires_at);

-- Sign-ins that have been started and not finished. A row of its own, not a part of the session, so that
-- tabs that start at the same moment do not overwrite each other, and deleting it happens once.
create table pending_sign_in (
  session_hash text not null,
  state text not null,
  verifier text not null,
  nonce text not null,
  created_at timestamptz not null,
  primary key (session_hash, state)
);
create index pending_sign_in_age on pending_sign_in (created_at);

-- Down Migration

drop table pending_sign_in;
drop table session;
drop table member;
