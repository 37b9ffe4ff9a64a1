-- These changes are work for a background process, maybe on another server: they are announced at the commit, so that
-- no process has to poll (api/processes/waking.ts).
create function announce_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('work', tg_argv[0]);
  return null;
end
$$;

create trigger announce_work after insert or update of next_at on webhook_event
  for each row when (new.handled_at is null) execute function announce_work('webhooks');
create trigger announce_work after insert or update of next_at on sandbox_sending
  for each row when (new.sent_at is null) execute function announce_work('sandbox webhooks');
create trigger announce_work after insert or update of sync_at on telecom_device
  for each row when (new.sync_at is not null) execute function announce_work('lines');
create trigger announce_work after insert or update of ended_at on telecom_service
  for each row execute function announce_work('services');
create trigger announce_work_metered after update of metered_until on telecom_service
  for each row execute function announce_work('usage');
create trigger announce_work after insert or update of revoked_at on credential
  for each row execute function announce_work('credentials');
create trigger announce_work after insert or update of credential_stale on profile
  for each row when (new.credential_stale) execute function announce_work('credentials');
create trigger announce_work after insert or update of next_at on erasure
  for each row execute function announce_work('erasures');
create trigger announce_work after insert or update on sandbox_clock
  for each row execute function announce_work('clock');
