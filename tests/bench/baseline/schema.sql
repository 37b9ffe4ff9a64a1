-- The smallest durable double-entry transfer: both accounts locked in a fixed order, two balances
-- changed, one row that names the debited and the credited account. No session, no idempotency key.
create table account (
  id uuid primary key,
  handle text not null unique,
  minor bigint not null check (minor >= 0)
) with (fillfactor = 50);

create table transfer (
  id uuid primary key,
  debit_account uuid not null,
  credit_account uuid not null,
  minor bigint not null,
  created_at timestamptz not null default now()
);

-- 'ok', 'unknown_recipient' or 'insufficient_funds'.
create function send_transfer(transfer_id uuid, sender uuid, recipient_handle text, amount bigint)
returns text language plpgsql as $$
declare
  recipient uuid;
begin
  select a.id into recipient from account a where a.handle = recipient_handle;
  if recipient is null or recipient = sender then return 'unknown_recipient'; end if;
  perform from account a where a.id in (sender, recipient) order by a.id for update;
  update account a set minor = a.minor - amount where a.id = sender and a.minor >= amount;
  if not found then return 'insufficient_funds'; end if;
  update account a set minor = a.minor + amount where a.id = recipient;
  insert into transfer (id, debit_account, credit_account, minor) values (transfer_id, sender, recipient, amount);
  return 'ok';
end
$$;
