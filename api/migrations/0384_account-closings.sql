-- Up Migration

-- Accounts that are closing: what their members chose, and how far it is. A row goes when the closing is stopped, when it
-- cannot go on, and with the account's data when it is closed.
create table account_closing (
  member_id uuid primary key references member on delete cascade,
  -- Ids of its payments are derived from it.
  id uuid not null unique,
  begun_at timestamptz not null,
  -- The step-up that covers its payments.
  proven_at timestamptz not null,
  -- The saved account that dollars go to; null: there were none.
  bank_account_id uuid,
  -- What becomes of tokens: given up, or sent to a member.
  gives_up text[] not null default '{}',
  sends_usdc_to uuid,
  sends_yut_to uuid,
  -- Payments to the bank account that have ended, and whether one is under way.
  payments integer not null default 0,
  is_paying boolean not null default false,
  -- From when on it goes on, as far as that is known; null: in a moment.
  due_at timestamptz,
  -- When it is looked at next.
  next_at timestamptz not null
);
create index account_closing_next on account_closing (next_at);

-- Every process remembers which accounts are closing (`account_closing_changed` with the member's id).
create function announce_account_closing() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_closing_changed', coalesce(new.member_id, old.member_id)::text);
  return null;
end
$$;
create trigger announce_account_closing after insert or delete on account_closing for each row
  execute function announce_account_closing();
create trigger announce_truncate after truncate on account_closing
  execute function announce_changes('account_closing_changed');
create trigger announce_work after insert on account_closing for each row
  execute function announce_work('account closings');

-- Account numbers at the bank whose members have left: the bank is told that they take nothing any more.
create table ending_treasury_number (
  account_id text primary key,
  next_at timestamptz not null
);
create index ending_treasury_number_next on ending_treasury_number (next_at);
create trigger announce_work after insert on ending_treasury_number for each row
  execute function announce_work('ending treasury numbers');

-- Down Migration

drop table ending_treasury_number;
drop table account_closing;
drop function announce_account_closing;
