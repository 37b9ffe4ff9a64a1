-- Up Migration

-- Members' own profile fields, and which of them they share. No row: nothing entered yet.
create table profile (
  member_id uuid primary key references member (id) on delete cascade,
  display_name text,
  name text,
  organization text,
  title text,
  bio text,
  website_url text,
  phone_endpoint text,
  shared text[] not null default '{display_name,handle}',
  -- Grows with every change.
  revision integer not null default 0,
  kyc_status text not null default 'pending' check (kyc_status in ('pending', 'verified', 'rejected')),
  handle_changed_at timestamptz,
  -- The ProfileCredential no longer matches what is shared; it is reissued, at once or by the background process.
  credential_stale boolean not null default false
);
create index profile_stale on profile (member_id) where credential_stale;

-- Every handle that a member has or had: nobody else can take it as long as they are a member. A trigger maintains it,
-- so that it holds for every insert and update of members.
create table handle (
  handle text primary key,
  member_id uuid not null references member (id) on delete cascade
);
create index handle_member on handle (member_id);
insert into handle (handle, member_id) select lower(handle), id from member;

create function reserve_handle() returns trigger language plpgsql as $$
begin
  insert into app.handle as known (handle, member_id) values (lower(new.handle), new.id)
  on conflict (handle) do update set member_id = excluded.member_id where known.member_id = excluded.member_id;
  if not found then
    raise exception 'the handle is reserved' using errcode = 'unique_violation', constraint = 'member_handle_key';
  end if;
  return new;
end $$;
create trigger member_handle_reserved after insert or update of handle on member
  for each row execute function reserve_handle();

-- Ed25519 keys: one for each member's DID, and those of the platform (no member), which sign credentials. The private
-- part is wrapped by the key-encryption key `wrapped_by` with the row's id bound to it.
create table did_key (
  id uuid primary key,
  member_id uuid references member (id) on delete cascade,
  public_key bytea not null check (length(public_key) = 32),
  wrapped_key bytea not null,
  wrapped_by text not null,
  created_at timestamptz not null,
  unique nulls not distinct (member_id)
);
create index did_key_wrapped_by on did_key (wrapped_by);

-- Signed credentials. Inserted before the ledger's event and completed after it; the background process finishes rows
-- that were interrupted in between. Once its subject is erased, a row is only a revoked place in a status list.
create table credential (
  id uuid primary key,
  member_id uuid references member (id),
  type text not null,
  status_list integer not null check (status_list > 0),
  status_index integer not null check (status_index between 0 and 131071),
  -- json, not jsonb: a copy is byte-identical.
  document json,
  document_hash text not null,
  valid_until timestamptz,
  issued_at timestamptz not null,
  -- Ledger position of CredentialIssued and CredentialRevoked; null: not in the ledger yet.
  issue_position bigint,
  revoked_at timestamptz,
  revoke_reason text check (revoke_reason in ('member', 'superseded', 'erased')),
  revoke_position bigint,
  unique (status_list, status_index),
  check ((revoked_at is null) = (revoke_reason is null)),
  check ((member_id is null) = (document is null))
);
create index credential_member on credential (member_id, issued_at, id);
-- At most one unrevoked credential of each type.
create unique index credential_current on credential (member_id, type) where revoked_at is null;
create index credential_revoked on credential (status_list, status_index) where revoked_at is not null;
create index credential_unrecorded on credential (issued_at)
  where issue_position is null or (revoked_at is not null and revoke_position is null);

-- Accounts being closed, and closed ones, of which only the id is stored. `step` is the next step to run.
create table erasure (
  member_id uuid primary key,
  step text not null check (step in ('wallet', 'requests', 'credentials', 'ledger', 'data', 'sweep', 'done')),
  begun_at timestamptz not null,
  next_at timestamptz not null,
  -- When the personal data was deleted.
  erased_at timestamptz
);
create index erasure_open on erasure (next_at) where step <> 'done';

-- For closing an account, which ends sessions by member.
create index session_member on session ((data ->> 'memberId'));

-- Down Migration

drop index session_member;
drop table erasure;
drop table credential;
drop table did_key;
drop trigger member_handle_reserved on member;
drop function reserve_handle();
drop table handle;
drop table profile;
