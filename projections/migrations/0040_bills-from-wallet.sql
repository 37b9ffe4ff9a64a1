-- Whether auto-pay may take what pools lack for a bill.
alter table wallet add column bills_from_wallet boolean not null default false;
