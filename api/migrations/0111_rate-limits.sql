-- Up Migration

-- How often somebody has called within the minute; see api/http/rate-limits.ts. Its columns are those that
-- rate-limiter-flexible writes, in their order. Not in the write-ahead log: a crash of the database forgives a
-- minute, and counting waits for no disk. The key is a hash.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);

-- Down Migration

drop table rate_limit;
