-- Up Migration

-- A position that the log had reached when the key was first taken: what is done under the key comes after it, so a
-- repeated command looks no further back. Null where that is not known, such as for keys found in the log.
alter table idempotency_key add column begun_after bigint;

-- Down Migration

alter table idempotency_key drop column begun_after;
