-- What a member received less what they sent by transfers is one more sum of the day, instead of a row of its own for
-- every transfer's sender and recipient. `daily` is built anew by its version.
alter table wallet_day add column transferred_minor bigint not null default 0;
alter table wallet_day alter column transferred_minor drop default;
drop table transfer_day;
