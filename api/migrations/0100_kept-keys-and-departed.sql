-- Up Migration

-- Keys of our own that outlive any key-encryption key: one row per purpose and generation, wrapped at rest. The newest
-- generation is used; older ones remain to recognize the values made with them.
create table kept_key (
  purpose text not null,
  generation integer not null check (generation > 0),
  wrapped_key bytea not null,
  wrapped_by text not null,
  created_at timestamptz not null,
  primary key (purpose, generation)
);

-- People who closed an account, by a keyed hash of (issuer, subject), which identifies nobody without the key. It
-- ensures that coming back brings no second welcome grant and leaves no debt behind.
create table departed (
  identity_hash bytea primary key,
  -- Their closed accounts, oldest first.
  member_ids uuid[] not null,
  -- The account they came back with, if they did and it is open.
  returned_as uuid
);
create unique index departed_returned_as on departed (returned_as);

-- Bank transfers that were started, for the limit on reversible amounts. Inserted in the transaction that checks the
-- limit, so that two concurrent transfers cannot both pass.
create table reversible_deposit (
  deposit_id uuid primary key,
  member_id uuid not null,
  cents bigint not null check (cents > 0),
  begun_at timestamptz not null
);
create index reversible_deposit_of on reversible_deposit (member_id, begun_at);

-- Down Migration

drop table reversible_deposit;
drop table departed;
drop table kept_key;
