-- Up Migration

-- What needs a person: something is wrong with a payment, or with how a member behaves. Members see the number, what was
-- said on both sides, and the day by which they have an answer.
create table support_case (
  number bigint generated always as identity primary key,
  member_id uuid not null,
  kind text not null check (kind in ('movement', 'member')),
  -- The event of the line of activity, or the reported member.
  subject uuid not null,
  reason text not null,
  state text not null check (state in ('open', 'answered')),
  decision text check (decision in ('upheld', 'dismissed')),
  opened_at timestamptz not null,
  due_on date not null,
  unique (member_id, kind, subject)
);
create index support_case_open on support_case (due_on, number) where state = 'open';

create table case_entry (
  number bigint not null references support_case on delete cascade,
  place integer not null,
  at timestamptz not null,
  by_operator boolean not null,
  text text not null,
  primary key (number, place)
);

-- Reports of before; ten business days are two weeks at least.
insert into support_case (member_id, kind, subject, reason, state, opened_at, due_on)
select member_id, 'movement', activity_id, reason, 'open', reported_at, (reported_at + interval '16 days')::date
from movement_report order by reported_at;
insert into case_entry (number, place, at, by_operator, text)
select c.number, 1, r.reported_at, false, r.details
from movement_report r join support_case c on c.member_id = r.member_id and c.kind = 'movement' and c.subject = r.activity_id;

-- A process of the release before still writes `movement_report`; a later release removes the table and this trigger.
create function report_to_case() returns trigger language plpgsql as $$
declare
  of_case bigint;
begin
  insert into app.support_case as c (member_id, kind, subject, reason, state, opened_at, due_on)
  values (new.member_id, 'movement', new.activity_id, new.reason, 'open', new.reported_at,
    (new.reported_at + interval '16 days')::date)
  on conflict (member_id, kind, subject) do update set reason = excluded.reason, state = 'open'
  returning c.number into of_case;
  insert into app.case_entry (number, place, at, by_operator, text)
  select of_case, coalesce(max(place), 0) + 1, now(), false, new.details from app.case_entry where number = of_case;
  return null;
end
$$;
create trigger report_to_case after insert or update on movement_report for each row
  execute function report_to_case();

alter table notification
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in (
    'money_in', 'deposit', 'withdrawal', 'request', 'bill', 'bill_paid', 'pool', 'interest', 'data', 'vote', 'security', 'identity', 'case'
  )) not valid;

-- Down Migration

delete from notification where kind = 'case';
alter table notification
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in (
    'money_in', 'deposit', 'withdrawal', 'request', 'bill', 'bill_paid', 'pool', 'interest', 'data', 'vote', 'security', 'identity'
  )) not valid;
drop trigger report_to_case on movement_report;
drop function report_to_case;
-- What was reported since is known to the release before too.
insert into movement_report (member_id, activity_id, reason, details, reported_at)
select c.member_id, c.subject, c.reason, e.text, c.opened_at
from support_case c join lateral (
  select text from case_entry where number = c.number and not by_operator order by place desc limit 1
) e on true
where c.kind = 'movement' and c.reason in ('not_mine', 'wrong_amount', 'wrong_person', 'not_arrived', 'other')
on conflict (member_id, activity_id) do update set reason = excluded.reason, details = excluded.details;
drop table case_entry;
drop table support_case;
