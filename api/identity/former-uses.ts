import type { Pool, PoolClient } from 'pg'

/** What counts against a limit of a person: a check of who they are, a change of handle, a validation of an account. */
type Use = 'identity_check' | 'handle_change' | 'validation'

/** Longer than any of these limits looks back. */
const KEPT_DAYS = 60

/**
 * The statement by which an area remembers what a closed account had used up, in the transaction that erases it.
 * @param uses SQL: when, from the area's rows of the member `$1`
 */
export const rememberUses = (what: Use, uses: string): string => `
  with forgotten as (delete from app.former_use where at < now() - interval '${KEPT_DAYS} days')
  insert into app.former_use (member_id, what, at) select $1::uuid, '${what}', used.at from (${uses}) as used (at)`

/** SQL: what somebody used up with accounts that they have closed. `member`: an expression, the id that they have now. */
export const formerUses = (member: string, what: Use): string => `
  select used.at from app.former_use used join app.departed d on used.member_id = any (d.member_ids)
  where d.returned_as = ${member} and used.what = '${what}'`

/** When somebody did it with accounts that they have closed; usually never. */
export const formerUsesOf = async (
  client: Pool | PoolClient,
  memberId: string,
  what: Use,
): Promise<readonly Date[]> => {
  const { rows } = await client.query<{ at: Date }>(formerUses('$1::uuid', what), [memberId])
  return rows.map(({ at }) => at)
}
