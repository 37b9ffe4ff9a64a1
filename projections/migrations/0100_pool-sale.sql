-- Units of a pool that are being sold, until their proceeds are on their way; rows are built anew (version 2).
alter table pool_transfer drop constraint pool_transfer_kind_check;
alter table pool_transfer drop constraint pool_transfer_minor_check;
alter table pool_transfer
  add constraint pool_transfer_kind_check check (kind in ('contribution', 'sale', 'proceeds')),
  -- A closing may have nothing to pay out.
  add constraint pool_transfer_minor_check check (minor > 0 or kind = 'sale'),
  add column proceeds_id uuid;
