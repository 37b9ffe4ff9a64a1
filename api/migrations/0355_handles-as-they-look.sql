-- Up Migration

-- A handle as it is read at a glance, as `plainForm` in api/identity/look-alikes.ts: `ada_` and `adrnin` as `ada` and
-- `admin`. A new handle is refused when another member's looks the same; handles from before stay as they are.
create function plain_handle(handle text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(translate(lower(handle), '0134578l_', 'oieastbi'), 'rn', 'm'), 'vv', 'w')
$$;
alter table handle add column plain text;
update handle set plain = plain_handle(handle);
create index handle_plain on handle (plain);

create or replace function reserve_handle() returns trigger language plpgsql as $$
begin
  -- One after the other: two handles that look the same may be taken at the same moment.
  perform pg_advisory_xact_lock(hashtextextended('handle ' || app.plain_handle(new.handle), 0));
  if not exists (select from app.handle where handle = lower(new.handle) and member_id = new.id) and exists (
    select from app.handle where plain = app.plain_handle(new.handle) and member_id <> new.id
  ) then
    raise exception 'the handle looks like another' using errcode = 'unique_violation', constraint = 'member_handle_key';
  end if;
  insert into app.handle as known (handle, member_id, plain)
  values (lower(new.handle), new.id, app.plain_handle(new.handle))
  on conflict (handle) do update set member_id = excluded.member_id where known.member_id = excluded.member_id;
  if not found then
    raise exception 'the handle is reserved' using errcode = 'unique_violation', constraint = 'member_handle_key';
  end if;
  return new;
end $$;

-- Handles of closed accounts, by a keyed hash of their plain form: never given again, to nobody. Nothing here says
-- whose they were.
create table former_handle (
  handle_hash bytea primary key
);

-- Down Migration

drop table former_handle;
create or replace function reserve_handle() returns trigger language plpgsql as $$
begin
  insert into app.handle as known (handle, member_id) values (lower(new.handle), new.id)
  on conflict (handle) do update set member_id = excluded.member_id where known.member_id = excluded.member_id;
  if not found then
    raise exception 'the handle is reserved' using errcode = 'unique_violation', constraint = 'member_handle_key';
  end if;
  return new;
end $$;
drop index handle_plain;
alter table handle drop column plain;
drop function plain_handle(text);
