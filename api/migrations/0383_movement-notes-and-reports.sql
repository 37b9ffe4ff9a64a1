-- Up Migration

-- What members write about their movements: a note of their own, and that something is wrong. A movement is the line of
-- activity of one event, by the event's id.
create table movement_note (
  member_id uuid not null,
  activity_id uuid not null,
  note text not null,
  changed_at timestamptz not null,
  primary key (member_id, activity_id)
);

-- Read by operators, the oldest first; nothing answers a report yet.
create table movement_report (
  member_id uuid not null,
  activity_id uuid not null,
  reason text not null check (reason in ('not_mine', 'wrong_amount', 'wrong_person', 'not_arrived', 'other')),
  details text not null,
  reported_at timestamptz not null,
  primary key (member_id, activity_id)
);
create index movement_report_reported on movement_report (reported_at);

-- Down Migration

drop table movement_report;
drop table movement_note;
