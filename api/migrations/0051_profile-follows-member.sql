-- Up Migration

-- A sign-in updates the e-mail address and the name; a ProfileCredential that claims them is then stale.
create function profile_follows_member() returns trigger language plpgsql as $$
begin
  update app.profile set credential_stale = true, revision = revision + 1 where member_id = new.id;
  return new;
end $$;
create trigger member_profile_stale after update of email, name on member
  for each row when (old.email is distinct from new.email or old.name is distinct from new.name)
  execute function profile_follows_member();

-- Down Migration

drop trigger member_profile_stale on member;
drop function profile_follows_member();
