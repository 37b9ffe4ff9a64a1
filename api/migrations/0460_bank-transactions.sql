-- Up Migration

-- What was paid in at the sandbox's bank, by the deposit that the ledger has of it.
create table sandbox_paid_in (
  reference text primary key,
  cents bigint not null,
  at timestamptz not null
);

-- A bank's own transactions, each once, as the bank told of it first.
create table bank_transaction (
  bank text not null,
  id text not null,
  at timestamptz not null,
  cents bigint not null,
  kind text not null,
  reference text,
  -- What the bank has said of it since, where that is another amount.
  changed_to bigint,
  -- What of the ledger it is, such as `out {withdrawal}`; null until that was found. It stays when another is found.
  matches text,
  -- What the operator says that it is: what no member ordered. The house books it as that.
  book_as text check (book_as in ('interest', 'fee', 'cards', 'debits', 'market', 'house', 'owed')),
  -- Whose closed wallet it was paid out of, where it is `owed`.
  book_for uuid,
  check ((book_as is not distinct from 'owed') = (book_for is not null)),
  primary key (bank, id)
);
create index bank_transaction_open on bank_transaction (bank, at) where matches is null;
create index bank_transaction_matched on bank_transaction (bank, matches) where matches is not null;

-- Up to where a bank's transactions have been read, and the ledger's side of them: sums of accounts, and what the bank
-- has not shown yet.
create table bank_books (
  bank text primary key,
  cursor text,
  position bigint not null default 0,
  book jsonb not null
);

-- One reconciliation of a banking day, as it was found.
create table bank_statement (
  bank text not null,
  day date not null,
  at timestamptz not null,
  position bigint not null,
  agrees boolean not null,
  statement jsonb not null,
  primary key (bank, day)
);

-- Down Migration

drop table bank_statement;
drop table bank_books;
drop table bank_transaction;
drop table sandbox_paid_in;
