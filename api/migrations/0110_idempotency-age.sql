-- Up Migration

-- brin needs only a few bytes for each hundred pages, as rows are inserted in the order of time, and storing a response
-- updates no index.
create index idempotency_key_age on idempotency_key using brin (created_at);

-- Down Migration

drop index idempotency_key_age;
