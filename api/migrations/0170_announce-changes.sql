-- Every process caches sessions and members (api/database/row-cache.ts). Changes to them are announced at the commit, whoever made
-- them, so that caches are invalidated: `session_changed` with the hash of a session, `member_changed` with a member's
-- id; an empty payload invalidates all.
create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], case tg_argv[0]
    when 'session_changed' then to_jsonb(old) ->> 'id_hash'
    else to_jsonb(old) ->> 'id' end);
  return null;
end
$$;
create function announce_changes() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '');
  return null;
end
$$;

-- The last use of a session is not announced: a process reads it again once it is older than a minute.
create trigger announce_change after update on session for each row
  when (old.revoked_at is distinct from new.revoked_at or old.data - 'seenAt' is distinct from new.data - 'seenAt')
  execute function announce_change('session_changed');
create trigger announce_deletes after delete on session execute function announce_changes('session_changed');
create trigger announce_truncate after truncate on session execute function announce_changes('session_changed');

create trigger announce_change after update on member for each row
  when ((old.id, old.email, old.handle, old.given_name, old.family_name, old.name, old.picture)
    is distinct from (new.id, new.email, new.handle, new.given_name, new.family_name, new.name, new.picture))
  execute function announce_change('member_changed');
create trigger announce_delete after delete on member for each row execute function announce_change('member_changed');
create trigger announce_truncate after truncate on member execute function announce_changes('member_changed');
-- A handle normally stays its member's; one that is taken from them must no longer resolve to them.
create trigger announce_delete after delete on handle for each row execute function announce_changes('member_changed');
create trigger announce_change after update on handle for each row when (old.* is distinct from new.*)
  execute function announce_changes('member_changed');
