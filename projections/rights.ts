import { escapeIdentifier, type Client } from 'pg'

/** Who else may use the schema, and what they may do with its table of checkpoints, which stands for all tables. */
const RIGHTS = `
  select grantee::regrole::text as role, array_agg(distinct privilege) as privileges
  from (
    select a.grantee, a.privilege_type as privilege
    from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = to_regclass(format('%I.pass', $1::text)) and a.grantee <> c.relowner and a.grantee <> 0
  ) rights
  group by grantee`

/** Those who work with the tables of one schema may do the same with those of another: it takes its place. */
export const copyRights = async (
  client: Client,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> => {
  const { rows } = await client.query<{ role: string; privileges: readonly string[] }>(RIGHTS, [from])
  const schema = escapeIdentifier(to)
  for (const { role, privileges } of rows) {
    await client.query(`grant usage on schema ${schema} to ${role}`)
    await client.query(`grant ${privileges.join(', ')} on all tables in schema ${schema} to ${role}`)
    if (privileges.includes('INSERT'))
      await client.query(`grant usage on all sequences in schema ${schema} to ${role}`)
  }
}
