-- Up Migration

-- Every transfer creates a notice, so a notice costs one index entry: its key, which serves the list. Duplicates of
-- money in are prevented by the position stored in the same commit; only when the log is processed again are existing
-- notices looked up.
alter table push_delivery drop constraint push_delivery_notification_id_fkey, add column member_id uuid;
update push_delivery delivery set member_id = notification.member_id
  from notification where notification.id = delivery.notification_id;
alter table notification
  drop constraint notification_pkey,
  drop constraint notification_member_id_kind_subject_key,
  add primary key (member_id, id);
drop index notification_of;
create unique index notification_once on notification (member_id, kind, subject) where kind <> 'money_in';
alter table push_delivery
  alter column member_id set not null,
  add foreign key (member_id, notification_id) references notification on delete cascade;

-- The highest position ever processed.
alter table notification_progress add column furthest bigint not null default 0;
update notification_progress set furthest = position;

-- Announces many members together, as many as fit into a payload.
create function announce_news_of_many() returns trigger language plpgsql as $$
begin
  perform pg_notify('news', part.ids)
  from (
    select string_agg(told.member_id::text, ' ') as ids
    from (select member_id, row_number() over () as n from (select distinct member_id from added) members) told
    group by told.n / 200
  ) part;
  return null;
end
$$;
drop trigger announce_news on notification;
create trigger announce_news after insert on notification referencing new table as added
  for each statement execute function announce_news_of_many();

-- Down Migration

drop trigger announce_news on notification;
drop function announce_news_of_many;
create trigger announce_news after insert on notification for each row execute function announce_news();
alter table notification_progress drop column furthest;
alter table push_delivery drop constraint push_delivery_member_id_notification_id_fkey, drop column member_id;
drop index notification_once;
create index notification_of on notification (member_id, id);
alter table notification
  drop constraint notification_pkey,
  add primary key (id),
  add unique (member_id, kind, subject);
alter table push_delivery add foreign key (notification_id) references notification on delete cascade;
