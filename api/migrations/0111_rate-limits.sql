-- Up Migration

-- Counts of calls within the current minute; see api/http/rate-limits.ts. The columns are those that
-- rate-limiter-flexible writes, in its order. Unlogged: a crash of the database resets the counts of a minute, and
-- counting does not wait for the disk. The key is a hash.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);

-- Down Migration

drop table rate_limit;
