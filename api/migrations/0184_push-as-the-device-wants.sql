-- Up Migration

-- What is pushed to a browser is said in the language in which its member reads the app there, and leaves out what they
-- do not want to hear of on that device.
alter table push_subscription
  add column language text not null default 'en-US',
  add column off text[] not null default '{}';

-- Down Migration

alter table push_subscription drop column language, drop column off;
