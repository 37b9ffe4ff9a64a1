-- Up Migration

-- The last event of a checkpoint, so that a server sees at its start whether the log still holds it: the ledger position
-- of the event before it, its own, and the hash of its leaf. Null in rows of the previous release, and once `ledger --
-- reconcile` has accepted that the log lacks it.
alter table log_checkpoint add column after_position bigint;
alter table log_checkpoint add column position bigint;
alter table log_checkpoint add column leaf bytea;

-- Down Migration

alter table log_checkpoint drop column after_position;
alter table log_checkpoint drop column position;
alter table log_checkpoint drop column leaf;
