-- Signed checkpoints of the Merkle log, for serving. Each is also stored in a file outside this database.

-- Public keys that have signed checkpoints; the newest is in use.
create table log_key (
  verifier_key text primary key,
  first_used_at timestamptz not null
);

create table log_checkpoint (
  -- Number of events in the log.
  size bigint primary key,
  root bytea not null,
  -- A C2SP signed note, with the log's signature only.
  note text not null,
  signed_at timestamptz not null
);
create index log_checkpoint_signed on log_checkpoint (signed_at);

-- Signature lines of witnesses, in the format of the note.
create table log_cosignature (
  size bigint references log_checkpoint on delete cascade,
  witness text,
  line text not null,
  received_at timestamptz not null,
  primary key (size, witness)
);
