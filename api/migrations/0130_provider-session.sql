-- ID tokens of sign-ins whose provider can be asked to end its own session too (RP-Initiated Logout 1.0), which
-- wants to be shown the token. A row goes with the sign-out, or when the session has long ended by itself.
create table provider_session (
  session_hash text primary key,
  id_token text not null,
  created_at timestamptz not null
);
create index provider_session_age on provider_session (created_at);
