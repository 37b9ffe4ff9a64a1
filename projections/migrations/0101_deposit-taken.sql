-- What refunds and disputes have taken of a deposit, or hold; rows are built anew (version 2).
alter table deposit add column taken_minor bigint not null default 0;
