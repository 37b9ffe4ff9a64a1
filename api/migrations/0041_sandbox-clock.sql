-- Up Migration

-- Shift of the sandbox's clock ahead of the real time, in ms: one row at most. Empty in production.
create table sandbox_clock (
  one boolean primary key default true check (one),
  shift_ms bigint not null check (shift_ms >= 0)
);
