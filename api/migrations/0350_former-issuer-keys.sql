-- Up Migration

-- Public keys of the platform whose private part is lost: they stay in its DID document, so that the credentials they
-- signed still verify.
create table former_issuer_key (
  public_key bytea primary key check (length(public_key) = 32),
  created_at timestamptz not null,
  given_up_at timestamptz not null
);

-- Down Migration

drop table former_issuer_key;
