import { escapeIdentifier, type Client } from 'pg'

/** Other roles and their privileges on the table of checkpoints, which is taken as an example of all tables. */
const RIGHTS = `
  select grantee::regrole::text as role, array_agg(distinct privilege) as privileges
  from (
    select a.grantee, a.privilege_type as privilege
    from pg_class c cross join aclexplode(c.relacl) a
    where c.oid = to_regclass(format('%I.pass', $1::text)) and a.grantee <> c.relowner and a.grantee <> 0
  ) rights
  group by grantee`

/** Grants the roles of schema `from` the same privileges in schema `to`, which is to replace it. */
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
