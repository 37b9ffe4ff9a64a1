-- Up Migration

-- Whom a member has blocked. Keys start with the owner's id, as in the address book. A row outlives the account of the
-- blocked member, with nothing of theirs but the id: whoever closes an account and comes back is still blocked.
create table blocked_member (
  member_id uuid not null,
  id uuid not null,
  blocked_id uuid not null,
  blocked_at timestamptz not null,
  primary key (member_id, id),
  unique (member_id, blocked_id)
);
create index blocked_member_blocked on blocked_member (blocked_id);

-- Every process remembers who has blocked a member who looks others up: `block_changed` with that member's id.
create function announce_block() returns trigger language plpgsql as $$
begin
  perform pg_notify('block_changed', id::text) from unnest(array[old.blocked_id, new.blocked_id]) as id
    where id is not null;
  return null;
end
$$;
create trigger announce_block after insert or update or delete on blocked_member for each row
  execute function announce_block();
create trigger announce_truncate after truncate on blocked_member execute function announce_changes('block_changed');

-- Down Migration

drop table blocked_member;
drop function announce_block();
