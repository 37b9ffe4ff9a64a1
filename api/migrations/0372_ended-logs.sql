-- Up Migration

-- Logs that an operator has ended (`ledger -- end-log`): the signed statement, by the public key of the log after it.
create table log_end (
  new_key text primary key,
  statement text not null,
  ended_at timestamptz not null
);

-- Down Migration

drop table log_end;
