import type { Pool, PoolClient } from 'pg'
import { newId } from '../../events/ids.ts'
import {
  CIRCLE_MEMBERS_MAX,
  CIRCLES_MAX,
  CircleColor,
  type Circle,
  type ContactType,
} from '../contract/contacts.ts'
import type { BodyOf } from '../contract/operation.ts'
import type { operations } from '../contract/operations.ts'
import type { ContactsArea } from './context.ts'
import { changeBook } from './changes.ts'
import { CONTACT_COLUMNS, type ContactRow } from './contacts.ts'
import { assertUnchanged } from './if-match.ts'
import { circleFull, circleNotFound, contactNotFound, tooManyCircles } from './refusals.ts'

interface CircleRow {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly color: string
  readonly created_at: Date
  readonly member_count: number
  /** Only where circles are listed. */
  readonly mostly?: ContactType | null
}

const COLUMNS = `id, name, description, color, created_at,
  (select count(*)::int from app.contact_circle_member m where m.member_id = c.member_id and m.circle_id = c.id)
    as member_count`

/** Contacts of a circle that are looked at for what kind of circle it is. */
const LOOKED_AT = 100
const MOSTLY = `(select mode() within group (order by one.contact_type)
  from (
    select m.contact_id from app.contact_circle_member m
    where m.member_id = c.member_id and m.circle_id = c.id limit ${LOOKED_AT}
  ) looked join app.contact one on one.member_id = c.member_id and one.id = looked.contact_id) as mostly`

const circleOf = ({ id, name, description, color, created_at, member_count, mostly }: CircleRow): Circle => ({
  id,
  name,
  description,
  color: CircleColor.parse(color),
  member_count,
  ...(mostly !== undefined && { mostly }),
  created_at: created_at.toISOString(),
})

/** All circles, oldest first, with the number of contacts in each. */
export const circlesOf = async (pool: Pool, memberId: string): Promise<Circle[]> => {
  const { rows } = await pool.query<CircleRow>({
    name: 'circles_of',
    text: `select ${COLUMNS}, ${MOSTLY} from app.contact_circle c where member_id = $1 order by created_at, id`,
    values: [memberId],
  })
  return rows.map(circleOf)
}

const circleById = async (
  client: Pick<PoolClient, 'query'>,
  memberId: string,
  id: string,
): Promise<Circle | undefined> => {
  const { rows } = await client.query<CircleRow>({
    name: 'circle_by_id',
    text: `select ${COLUMNS} from app.contact_circle c where member_id = $1 and id = $2`,
    values: [memberId, id],
  })
  return rows[0] && circleOf(rows[0])
}

/** @throws {HttpError} 404 when the member has no such circle */
export const knownCircle = async (
  client: Pick<PoolClient, 'query'>,
  memberId: string,
  id: string,
): Promise<Circle> => {
  const circle = await circleById(client, memberId, id)
  if (!circle) throw circleNotFound()
  return circle
}

/** Creates a circle; if the id exists already, the call is a retry and returns that circle unchanged. */
export const createCircle = (
  area: ContactsArea,
  memberId: string,
  { id = newId(), name, description, color }: BodyOf<typeof operations.createCircle>,
): Promise<Circle> =>
  changeBook(area, memberId, async (client) => {
    const known = await circleById(client, memberId, id)
    if (known) return { happened: null, result: known }
    const { rows } = await client.query<{ count: bigint }>({
      name: 'circle_count',
      text: 'select count(*) from app.contact_circle where member_id = $1',
      values: [memberId],
    })
    if (Number(rows[0]?.count ?? 0n) >= CIRCLES_MAX) throw tooManyCircles()
    await client.query({
      name: 'circle_insert',
      text: `insert into app.contact_circle (member_id, id, name, description, color, created_at)
             values ($1, $2, $3, $4, $5, $6)`,
      values: [memberId, id, name, description, color, area.clock()],
    })
    return {
      happened: { kind: 'circle_created', subject: name, count: 0 },
      result: await knownCircle(client, memberId, id),
    }
  })

/** @throws {HttpError} 404, 412 when the circle no longer matches `ifMatch` */
export const updateCircle = (
  area: ContactsArea,
  memberId: string,
  id: string,
  { name, description, color }: BodyOf<typeof operations.updateCircle>,
  ifMatch: string,
): Promise<Circle> =>
  changeBook(area, memberId, async (client) => {
    const before = await knownCircle(client, memberId, id)
    await client.query({
      name: 'circle_update',
      text: `update app.contact_circle set name = $3, description = $4, color = $5
             where member_id = $1 and id = $2`,
      values: [memberId, id, name, description, color],
    })
    const circle = await knownCircle(client, memberId, id)
    assertUnchanged(ifMatch, before, circle)
    return { happened: { kind: 'circle_edited', subject: name, count: circle.member_count }, result: circle }
  })

/** @throws {HttpError} 404 */
export const deleteCircle = (area: ContactsArea, memberId: string, id: string): Promise<undefined> =>
  changeBook(area, memberId, async (client) => {
    const { name, member_count: count } = await knownCircle(client, memberId, id)
    await client.query({
      name: 'circle_delete',
      text: 'delete from app.contact_circle where member_id = $1 and id = $2',
      values: [memberId, id],
    })
    return { happened: { kind: 'circle_deleted', subject: name, count }, result: undefined }
  })

/** The contacts in a circle, by name. @throws {HttpError} 404 */
export const circleMembersOf = async (
  pool: Pool,
  memberId: string,
  id: string,
): Promise<readonly ContactRow[]> => {
  await knownCircle(pool, memberId, id)
  const { rows } = await pool.query<ContactRow>({
    name: 'circle_members_of',
    text: `select ${CONTACT_COLUMNS} from app.contact
           where member_id = $1
             and id in (select contact_id from app.contact_circle_member where member_id = $1 and circle_id = $2)
           order by lower(name), id`,
    values: [memberId, id],
  })
  return rows
}

/**
 * Adds contacts to a circle; those already in it stay.
 * @throws {HttpError} 404 the circle or one of the contacts is not the member's, 422 the circle would be too full
 */
export const addCircleMembers = (
  area: ContactsArea,
  memberId: string,
  id: string,
  contactIds: readonly string[],
): Promise<{ readonly circle: Circle; readonly added: number }> =>
  changeBook(area, memberId, async (client) => {
    const before = await knownCircle(client, memberId, id)
    const wanted = new Set(contactIds.map((contactId) => contactId.toLowerCase()))
    const { rows } = await client.query<{ count: bigint }>({
      name: 'contacts_known',
      text: 'select count(*) from app.contact where member_id = $1 and id = any($2::uuid[])',
      values: [memberId, [...wanted]],
    })
    if (Number(rows[0]?.count ?? 0n) !== wanted.size) throw contactNotFound()
    const { rowCount } = await client.query({
      name: 'circle_members_add',
      text: `insert into app.contact_circle_member (member_id, circle_id, contact_id)
             select $1, $2, contact_id from unnest($3::uuid[]) contact_id on conflict do nothing`,
      values: [memberId, id, [...wanted]],
    })
    const added = rowCount ?? 0
    if (before.member_count + added > CIRCLE_MEMBERS_MAX) throw circleFull()
    return {
      happened: added === 0 ? null : { kind: 'members_added', subject: before.name, count: added },
      result: { circle: { ...before, member_count: before.member_count + added }, added },
    }
  })

/** @throws {HttpError} 404 the circle or the contact is not the member's */
export const removeCircleMember = (
  area: ContactsArea,
  memberId: string,
  id: string,
  contactId: string,
): Promise<Circle> =>
  changeBook(area, memberId, async (client) => {
    const before = await knownCircle(client, memberId, id)
    const { rowCount: known } = await client.query({
      name: 'contact_known',
      text: 'select from app.contact where member_id = $1 and id = $2',
      values: [memberId, contactId],
    })
    if (known === 0) throw contactNotFound()
    const { rowCount } = await client.query({
      name: 'circle_member_remove',
      text: `delete from app.contact_circle_member where member_id = $1 and circle_id = $2 and contact_id = $3`,
      values: [memberId, id, contactId],
    })
    const removed = rowCount ?? 0
    return {
      happened: removed === 0 ? null : { kind: 'member_removed', subject: before.name, count: removed },
      result: { ...before, member_count: before.member_count - removed },
    }
  })
