-- Up Migration

-- Announces to a member's open pages, on whatever server they are connected to (api/live), that something outside the
-- ledger has changed. The payload has member ids only: no name, no amount. Changes of sessions are announced already
-- (migration 0170).
create function announce_news() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', new.member_id::text);
  return null;
end
$$;
create trigger announce_news after insert or update on contact_book
  for each row execute function announce_news();
create trigger announce_news after insert on telecom_activity
  for each row execute function announce_news();
create trigger announce_news after update of state on telecom_device
  for each row when (new.state <> old.state) execute function announce_news();

-- Down Migration

drop trigger announce_news on telecom_device;
drop trigger announce_news on telecom_activity;
drop trigger announce_news on contact_book;
drop function announce_news;
