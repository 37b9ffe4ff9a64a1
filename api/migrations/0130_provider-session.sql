-- ID tokens of sign-ins whose provider supports ending its own session (RP-Initiated Logout 1.0), which requires the
-- token. A row is deleted at sign-out, or long after the session has expired.
create table provider_session (
  session_hash text primary key,
  id_token text not null,
  created_at timestamptz not null
);
create index provider_session_age on provider_session (created_at);
