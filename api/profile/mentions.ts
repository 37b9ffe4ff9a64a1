import type { PoolClient } from 'pg'
import { NIL } from 'uuid'
import { counterpartiesOf } from '../../projections/activity/counterparties.ts'

/**
 * Responses stored for other members' idempotency keys contain the name of whom they paid or asked. When that member is
 * erased, this replaces the name.
 */
const FORMER = { name: 'Former member', handle: '' }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Copies `value`, replacing every person with one of `handles`: `{name, handle}` and `x_name`, `x_handle`. */
const withoutMentions = (value: unknown, handles: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutMentions(item, handles))
  if (!isObject(value)) return value
  const copy = new Map(Object.entries(value).map(([key, item]) => [key, withoutMentions(item, handles)]))
  for (const [key, item] of Object.entries(value)) {
    if (!key.endsWith('handle') || typeof item !== 'string' || !handles.has(item)) continue
    copy.set(key, FORMER.handle)
    const name = `${key.slice(0, -'handle'.length)}name`
    if (copy.has(name)) copy.set(name, FORMER.name)
  }
  return Object.fromEntries(copy)
}

/** A page of the counterparties' stored responses that may mention the member, by key. */
const MENTIONS = `
  select k.member_id, k.key, k.response from app.idempotency_key k
  where k.member_id = any($1) and (k.member_id, k.key) > ($2::uuid, $3::uuid) and k.response is not null
    and exists (select 1 from unnest($4::text[]) as handle where position(to_json(handle)::text in k.response::text) > 0)
  order by k.member_id, k.key limit 200`

/** Removes a member's name and handles from other members' stored responses. Repeating it changes nothing. */
export const eraseMentions = async (
  client: PoolClient,
  memberId: string,
  handles: readonly string[],
): Promise<void> => {
  // Only counterparties' responses can mention the member.
  const ids = await counterpartiesOf(client, memberId)
  const known = new Set(handles)
  let after: { member_id: string; key: string } = { member_id: NIL, key: NIL }
  for (;;) {
    const { rows } = await client.query<{ member_id: string; key: string; response: unknown }>(MENTIONS, [
      ids,
      after.member_id,
      after.key,
      handles,
    ])
    const last = rows.at(-1)
    if (!last) return
    after = last
    await client.query(
      `update app.idempotency_key k set response = new.response
       from unnest($1::uuid[], $2::uuid[], $3::json[]) as new (member_id, key, response)
       where k.member_id = new.member_id and k.key = new.key`,
      [
        rows.map(({ member_id }) => member_id),
        rows.map(({ key }) => key),
        rows.map(({ response }) => JSON.stringify(withoutMentions(response, known))),
      ],
    )
  }
}
