-- Whom a member has paid is found among their lines: an entry in an index instead of a row and its entry for each new
-- pair. Lines of one pair stand together in it.
create index activity_payee on activity (member_id, counterparty_id) where kind = 'transfer_sent';
drop table payee;
delete from pass where names = '{payees}';
update pass set names = array_remove(names, 'payees') where 'payees' = any (names);
delete from projection where name = 'payees';
