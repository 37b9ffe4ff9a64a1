-- Up Migration

-- Notices of withdrawals. Rows of the former kinds satisfy the wider check already, so none is looked at.
alter table notification
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in (
    'money_in', 'deposit', 'withdrawal', 'request', 'bill', 'bill_paid', 'pool', 'interest', 'data', 'vote', 'security'
  )) not valid;

-- Down Migration

delete from notification where kind = 'withdrawal';
alter table notification
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in (
    'money_in', 'deposit', 'request', 'bill', 'bill_paid', 'pool', 'interest', 'data', 'vote', 'security'
  ));
