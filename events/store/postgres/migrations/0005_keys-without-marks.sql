-- Keys of a batch are looked for before they are written, so that one which is there all the same was written by somebody
-- who takes no lock, this very moment. Then the insert fails and the batch is sent again, which finds it: that costs less
-- than a mark on every row until it is certain (`on conflict` writes one to the log for each).
do $$
declare
  v_marking text := pg_get_functiondef('append_units'::regproc);
  v_plain text := replace(v_marking, E'order by a.member_id, a.key\n      on conflict do nothing;', E'order by a.member_id, a.key;');
begin
  if v_plain = v_marking then
    raise exception 'append_units is not as migration 0003 made it';
  end if;
  execute v_plain;
end
$$;
