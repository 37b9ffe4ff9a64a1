-- What came into and went out of each of a member's accounts per UTC day, in minor units, so that a balance at
-- the end of a day and the totals of a period never read single lines. A day without movements has no row.
create table wallet_day (
  member_id uuid not null,
  day date not null,
  account text not null check (account in ('USD', 'USDC', 'YUT', 'YUT staked')),
  in_minor bigint not null,
  out_minor bigint not null,
  -- Of what came in: interest and rewards; and deposits, less those that were taken back.
  earned_minor bigint not null,
  deposited_minor bigint not null,
  moves bigint not null,
  -- Of the first and the last movement: between them stand the lines of activity that these sums are of.
  first_position bigint not null,
  last_position bigint not null,
  primary key (member_id, day, account)
) with (fillfactor = 70);
