-- Up Migration

-- Who signed in where, what was refused, what was looked at: for the member it is about, and for the operator. No
-- address and no name stands here. A sign-in that was refused belongs to no member yet.
create table security_event (
  id bigint generated always as identity primary key,
  member_id uuid,
  kind text not null,
  at timestamptz not null,
  device text not null,
  detail text
);
create index security_event_member on security_event (member_id, id);
create index security_event_age on security_event using brin (at);

-- Down Migration

drop table security_event;
