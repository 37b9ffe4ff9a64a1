-- Up Migration

-- Where the sandbox's clock goes. It stops on the days between, so that each finds what is due on it. Null when it is
-- there and what is due is done.
alter table sandbox_clock add column target_ms bigint;
