-- Up Migration

-- The `max_age` that the provider was asked for; null: none. Only a sign-in that asked for one can prove who is there.
alter table pending_sign_in add column max_age_seconds integer;

-- Down Migration

alter table pending_sign_in drop column max_age_seconds;
