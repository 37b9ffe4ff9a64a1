-- Up Migration

-- Keys of the free text that members write into ledger events. Erasing wrapped_key makes the text unreadable for good,
-- while the ledger still verifies; the row stays as evidence.
create table member_key (
  id uuid primary key,
  member_id uuid not null,
  -- AES-256-GCM: nonce, ciphertext and tag of the data key; bound to the member's id.
  wrapped_key bytea,
  -- Id of the key-encryption key.
  wrapped_by text not null,
  created_at timestamptz not null,
  destroyed_at timestamptz,
  check ((wrapped_key is null) = (destroyed_at is not null))
);
create unique index member_key_current on member_key (member_id) where wrapped_key is not null;

-- Down Migration

drop table member_key;
