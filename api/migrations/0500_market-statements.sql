-- Up Migration

-- What differed between the account at the broker and the pools, by day; one line each, none where both agreed.
create table market_statement (
  market text not null,
  day date not null,
  at timestamptz not null,
  differences text[] not null,
  primary key (market, day)
);

-- Down Migration

drop table market_statement;
