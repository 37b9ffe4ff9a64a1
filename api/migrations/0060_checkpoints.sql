-- Signed checkpoints of the Merkle log, for those who serve them. Each is kept in a file outside this database too.

-- Public keys that have signed checkpoints; the newest is the one of today.
create table log_key (
  verifier_key text primary key,
  first_used_at timestamptz not null
);

create table log_checkpoint (
  -- Events in the log.
  size bigint primary key,
  root bytea not null,
  -- A C2SP signed note, with the signature of the log alone.
  note text not null,
  signed_at timestamptz not null
);
create index log_checkpoint_signed on log_checkpoint (signed_at);

-- Signature lines of witnesses, as they stand in the note.
create table log_cosignature (
  size bigint references log_checkpoint on delete cascade,
  witness text,
  line text not null,
  received_at timestamptz not null,
  primary key (size, witness)
);
