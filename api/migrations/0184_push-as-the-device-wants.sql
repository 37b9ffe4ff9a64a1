-- Up Migration

-- Pushes to a browser are in the language in which its member uses the app there, and leave out the kinds switched off
-- for that device.
alter table push_subscription
  add column language text not null default 'en-US',
  add column off text[] not null default '{}';

-- Down Migration

alter table push_subscription drop column language, drop column off;
