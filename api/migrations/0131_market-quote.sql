-- Up Migration

-- Prices of the market as first received, for each kind of pool: prices that pools were valued by must not change.
create table market_quote (
  pool_type text not null,
  risk text not null,
  day date not null,
  -- Millionths of a dollar.
  price bigint not null check (price > 0),
  dividend bigint not null check (dividend >= 0),
  primary key (pool_type, risk, day)
);

-- Down Migration

drop table market_quote;
