-- Up Migration

-- A member's address book. Every key and foreign key starts with the member's id, so that no id of one member's book
-- can be used in another's.
create table contact_book (
  member_id uuid primary key,
  -- Grows with every change; its row lock serializes the writers of a book.
  revision bigint not null
);

create table contact (
  member_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  handle text,
  -- The handle normalized for comparison with members' handles: lower case, without @.
  handle_key text,
  -- E.164 if it could be parsed, else as typed.
  phone_number text,
  contact_type text not null check (contact_type in ('friend', 'family', 'colleague', 'business', 'other')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (member_id, id)
);
create index contact_handle on contact (member_id, handle_key) where handle_key is not null;

create table contact_circle (
  member_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  description text not null,
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null,
  primary key (member_id, id)
);

create table contact_circle_member (
  member_id uuid not null,
  circle_id uuid not null,
  contact_id uuid not null,
  primary key (member_id, circle_id, contact_id),
  foreign key (member_id, circle_id) references contact_circle (member_id, id) on delete cascade,
  foreign key (member_id, contact_id) references contact (member_id, id) on delete cascade
);
create index contact_circle_member_contact on contact_circle_member (member_id, contact_id);

-- Recent activity of the book; old entries are deleted when new ones are added.
create table contact_activity (
  member_id uuid not null,
  -- Revision of the book that the change created.
  revision bigint not null,
  id uuid not null,
  kind text not null,
  subject text not null,
  count integer not null,
  at timestamptz not null,
  primary key (member_id, revision)
);

-- Down Migration

drop table contact_activity;
drop table contact_circle_member;
drop table contact_circle;
drop table contact;
drop table contact_book;
