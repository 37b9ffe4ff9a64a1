-- Up Migration

-- A few bytes for each hundred pages: what is written is in the order of time already, and completing an answer
-- touches no index.
create index idempotency_key_age on idempotency_key using brin (created_at);

-- Down Migration

drop index idempotency_key_age;
