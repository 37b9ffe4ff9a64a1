-- Up Migration

-- Since when applying a webhook has failed; null while it has not, as for one that waits on purpose.
alter table webhook_event add column failing_since timestamptz;
