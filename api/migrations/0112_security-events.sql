-- Up Migration

-- Sign-ins, refusals and disclosures, for the member concerned and for the operator. Contains no address and no name. A
-- refused sign-in has no member yet.
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
