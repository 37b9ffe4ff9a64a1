-- A transfer is what the line of its sender says, and the one that it ended with: it needs no row of its own. Lines are
-- found by their event, from whose id that of a transfer's first event follows. Rows are built anew (version 2); until
-- then what is known goes on to be shown.
alter table activity add column ended_position bigint;
update activity set ended_position = transfer.position from transfer
  where activity.kind = 'transfer_sent' and transfer.id = activity.transfer_id and transfer.status <> 'processing';
drop table transfer;
create index activity_id on activity (id);
drop index activity_processing;
-- What the delivery process goes over; nearly always empty.
create index activity_processing on activity (occurred_at, id) where status = 'processing';

update pass set names = array(select name from unnest(array_replace(names, 'transfers', 'payees')) as name order by name)
  where 'transfers' = any (names);
update projection set name = 'payees' where name = 'transfers';
