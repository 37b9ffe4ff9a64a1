import type { PoolClient } from 'pg'
import type { PersonalData } from '../identity/personal-data.ts'

const rowsOf = async (client: PoolClient, table: string, columns: string, memberId: string) =>
  (
    await client.query<Record<string, unknown>>(
      `select ${columns} from app.${table} where member_id = $1 order by 1`,
      [memberId],
    )
  ).rows

/** Others by their handles, as in the address book; null for a former member. */
const BLOCKED = `
  select m.handle, b.blocked_at from app.blocked_member b left join app.member m on m.id = b.blocked_id
  where b.member_id = $1 order by b.blocked_at, b.id`

/** Referencing tables first, because of the foreign keys. */
const TABLES = [
  'contact_circle_member',
  'contact_circle',
  'contact',
  'contact_activity',
  'contact_book',
  'blocked_member',
]

/** The address book: contacts, circles, their members, and recent activity; and whom the member has blocked. */
export const contactsData: PersonalData = {
  name: 'contacts',
  exportOf: async (client, memberId) => ({
    contacts: await rowsOf(
      client,
      'contact',
      'id, name, handle, phone_number, contact_type, created_at, updated_at',
      memberId,
    ),
    circles: await rowsOf(client, 'contact_circle', 'id, name, description, color, created_at', memberId),
    circle_members: await rowsOf(client, 'contact_circle_member', 'circle_id, contact_id', memberId),
    blocked_members: (await client.query<Record<string, unknown>>(BLOCKED, [memberId])).rows,
    activity: await rowsOf(client, 'contact_activity', 'at, kind, subject, count', memberId),
  }),
  erase: async (client, memberId) => {
    for (const table of TABLES)
      await client.query(`delete from app.${table} where member_id = $1`, [memberId])
  },
}
