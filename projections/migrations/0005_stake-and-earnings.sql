-- What a member has earned so far, in minor units: interest in cents, rewards in millionths of a YUT.
alter table wallet
  add column interest_minor bigint not null default 0,
  add column rewards_minor bigint not null default 0;
