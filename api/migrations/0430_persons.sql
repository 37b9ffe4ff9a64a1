-- Up Migration

-- Checks of who a member is, one row for each that was begun. What a person shows goes to the provider alone: of it
-- nothing is here but the provider's reference, the state, a reason and dates.
create table person_check (
  id uuid primary key,
  member_id uuid not null,
  provider text not null,
  -- The provider's id of it; null until the provider has answered.
  reference text,
  state text not null check (state in ('starting', 'open', 'processing', 'verified', 'rejected', 'ended')),
  -- Why it was rejected.
  reason text,
  began_at timestamptz not null,
  changed_at timestamptz not null,
  verified_until timestamptz,
  -- The member was told that it lapses soon, and that it has lapsed.
  lapsing_told_at timestamptz,
  lapsed_told_at timestamptz,
  -- A credential is to be issued for it.
  credential_due boolean not null default false,
  -- When the provider is asked next; null: never again.
  looks_at timestamptz,
  -- Grows with every change, so that nobody writes what they saw before another did.
  revision integer not null default 0,
  unique (provider, reference)
);
create index person_check_of on person_check (member_id, began_at);
create unique index person_check_open on person_check (member_id) where state in ('starting', 'open', 'processing');
create index person_check_looks on person_check (looks_at) where looks_at is not null;
create index person_check_lapses on person_check (verified_until)
  where verified_until is not null and lapsed_told_at is null;
create index person_check_credential on person_check (changed_at) where credential_due;

-- What a provider is still to delete. Names no member: a row outlives the account of whom it was about.
create table person_redaction (
  check_id uuid primary key,
  provider text not null,
  -- Null: the provider may have a check of this id, whose reference we never learned.
  reference text,
  since timestamptz not null,
  next_at timestamptz not null,
  attempts integer not null default 0
);
create index person_redaction_next on person_redaction (next_at);

-- Checks of the sandbox, with the test person who answered.
create table sandbox_person_check (
  reference text primary key,
  check_id uuid not null unique,
  person text,
  ready_at timestamptz,
  redacted boolean not null default false
);

-- Every process remembers who is verified (`person_changed` with the member's id); background processes are woken.
create function announce_person() returns trigger language plpgsql as $$
begin
  perform pg_notify('person_changed', id::text)
    from (select distinct unnest(array[old.member_id, new.member_id]) as id) as changed where id is not null;
  return null;
end
$$;
create trigger announce_person after insert or update or delete on person_check for each row
  execute function announce_person();
create trigger announce_truncate after truncate on person_check execute function announce_changes('person_changed');
create trigger announce_work after insert or update of looks_at, verified_until, credential_due on person_check
  for each row execute function announce_work('identity checks');
create trigger announce_work after insert or update of next_at on person_redaction
  for each row execute function announce_work('identity checks');

-- A credential that says who somebody is ends with what it says.
alter table credential
  drop constraint credential_revoke_reason_check,
  add constraint credential_revoke_reason_check
    check (revoke_reason in ('member', 'superseded', 'erased', 'lapsed')) not valid;

-- One more kind of notice. Rows of the former kinds satisfy the wider check already, so none is looked at.
alter table notification
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in (
    'money_in', 'deposit', 'withdrawal', 'request', 'bill', 'bill_paid', 'pool', 'interest', 'data', 'vote', 'security', 'identity'
  )) not valid;

-- Down Migration

delete from notification where kind = 'identity';
alter table notification
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in (
    'money_in', 'deposit', 'withdrawal', 'request', 'bill', 'bill_paid', 'pool', 'interest', 'data', 'vote', 'security'
  ));
update credential set revoke_reason = 'superseded' where revoke_reason = 'lapsed';
alter table credential
  drop constraint credential_revoke_reason_check,
  add constraint credential_revoke_reason_check check (revoke_reason in ('member', 'superseded', 'erased'));
drop table sandbox_person_check;
drop table person_redaction;
drop table person_check;
drop function announce_person;
