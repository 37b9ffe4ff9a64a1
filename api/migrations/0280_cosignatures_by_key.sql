-- A witness may sign a checkpoint with two keys, while it changes its key, and again at a later time. `witness` is now
-- the key's name and id, as in `witness.example+0a1b2c3d`; the previous release wrote the name alone.

-- When it was signed, seconds since 1970; null in rows of the previous release.
alter table log_cosignature add column seconds bigint;

update log_cosignature set
  witness = witness || '+' || encode(substr(decode(split_part(line, ' ', 3), 'base64'), 1, 4), 'hex'),
  seconds = ('x' || encode(substr(decode(split_part(line, ' ', 3), 'base64'), 5, 8), 'hex'))::bit(64)::bigint;
