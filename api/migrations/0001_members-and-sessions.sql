-- Up Migration

-- Members. Personal data is stored here and never in the ledger. Keyed by (issuer, subject) of the identity provider,
-- never by e-mail, which may change owners.
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

-- id_hash is the SHA-256 of the cookie's value, so that a copy of this table cannot be used to sign in. A revoked row
-- stays until it would have expired, so that a slow request with the old session cannot recreate it.
create table session (
  id_hash text primary key,
  data jsonb not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_expiry on session (expires_at);

-- Sign-ins that were started and not finished. Rows of their own, not part of the session, so that tabs that start at
-- the same moment do not overwrite each other, and each is deleted once.
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
