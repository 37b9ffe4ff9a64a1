import type { PoolClient } from 'pg'
import { newId } from '../../events/ids.ts'
import { hasPaid } from '../../projections/activity/transfers.ts'
import { hasAsked } from '../../projections/requests/queries.ts'
import { BLOCKED_MAX, type BlockedMember } from '../contract/blocked.ts'
import { inTransaction } from '../database/database.ts'
import { HttpError } from '../http/errors.ts'
import { memberNotFound } from '../identity/look-ups.ts'
import type { Member } from '../identity/members.ts'
import { namesOf } from '../identity/people.ts'
import type { ContactsArea } from './context.ts'

type BlockingArea = Pick<ContactsArea, 'pool' | 'clock' | 'members' | 'blocks'>

interface Row {
  readonly id: string
  readonly blocked_id: string
  readonly blocked_at: Date
}

/** Who has blocked the member is nobody to them, here too (decision 128): the list would tell them a new handle. */
const viewsOf = async (
  { members, blocks }: Pick<BlockingArea, 'members' | 'blocks'>,
  memberId: string,
  rows: readonly Row[],
): Promise<BlockedMember[]> => {
  const blockers = await blocks.blockersOf(memberId)
  const personOf = await namesOf(
    members,
    rows.map(({ blocked_id: id }) => (blockers.has(id) ? null : id)),
  )
  return rows.map(({ id, blocked_id: blockedId, blocked_at: at }) => ({
    id,
    ...personOf(blockedId),
    blocked_at: at.toISOString(),
  }))
}

/** Whom a member has blocked, the latest first. */
export const blockedMembersOf = async (area: BlockingArea, memberId: string): Promise<BlockedMember[]> => {
  const { rows } = await area.pool.query<Row>({
    name: 'blocked-members',
    text: `select id, blocked_id, blocked_at from app.blocked_member
           where member_id = $1 order by blocked_at desc, id`,
    values: [memberId],
  })
  return viewsOf(area, memberId, rows)
}

/**
 * Whom the member means. Somebody who has blocked them is found only if they have asked or paid the member before: else
 * one could reach a member and be out of reach, or learn here who has blocked one.
 */
const toBlock = async (
  { pool, members }: BlockingArea,
  memberId: string,
  identifier: string,
): Promise<Member> => {
  const found = await members.find(identifier, memberId)
  if (found) return found
  const hidden = await members.findAnybody(identifier)
  if (hidden && ((await hasAsked(pool, hidden.id, memberId)) || (await hasPaid(pool, hidden.id, memberId))))
    return hidden
  throw memberNotFound('recipient_not_found', 'identifier')
}

const insert = async (client: PoolClient, memberId: string, blockedId: string, at: Date): Promise<Row> => {
  // One after the other, so that the limit holds.
  await client.query({
    name: 'block-turn',
    text: `select pg_advisory_xact_lock(hashtextextended('blocked ' || $1::text, 0))`,
    values: [memberId],
  })
  const { rows: known } = await client.query<Row>({
    name: 'block-known',
    text: 'select id, blocked_id, blocked_at from app.blocked_member where member_id = $1 and blocked_id = $2',
    values: [memberId, blockedId],
  })
  if (known[0]) return known[0]
  const { rows } = await client.query<Row>({
    name: 'block',
    text: `insert into app.blocked_member (member_id, id, blocked_id, blocked_at) select $1::uuid, $2::uuid, $3::uuid, $4::timestamptz
           where (select count(*) from app.blocked_member where member_id = $1) < ${BLOCKED_MAX}
           returning id, blocked_id, blocked_at`,
    values: [memberId, newId(), blockedId, at],
  })
  if (rows[0]) return rows[0]
  throw new HttpError(
    422,
    'too_many_blocked',
    `You can block at most ${BLOCKED_MAX.toLocaleString('en-US')} members. Unblock some first.`,
  )
}

/**
 * Blocks a member. Repeating it changes nothing.
 * @throws {Refusal} no member has this name
 * @throws {HttpError} 422 it is the member, or there would be too many
 */
export const blockMember = async (
  area: BlockingArea,
  memberId: string,
  identifier: string,
): Promise<BlockedMember> => {
  const { id: blockedId, name, handle } = await toBlock(area, memberId, identifier)
  if (blockedId === memberId) {
    const sentence = 'You cannot block yourself.'
    throw new HttpError(422, 'own_account', sentence, { fields: { identifier: sentence } })
  }
  const { id, blocked_at: at } = await inTransaction(area.pool, (client) =>
    insert(client, memberId, blockedId, area.clock()),
  )
  area.blocks.invalidate(blockedId)
  return { id, name, handle, blocked_at: at.toISOString() }
}

/** @throws {HttpError} 404 the member has blocked nobody under this id */
export const unblockMember = async (area: BlockingArea, memberId: string, id: string): Promise<undefined> => {
  const { rows } = await area.pool.query<Pick<Row, 'blocked_id'>>({
    name: 'unblock',
    text: 'delete from app.blocked_member where member_id = $1 and id = $2 returning blocked_id',
    values: [memberId, id],
  })
  const [row] = rows
  if (!row) throw new HttpError(404, 'not_blocked', 'You have blocked nobody with this id.')
  area.blocks.invalidate(row.blocked_id)
}
