import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import type { BookActivity, Contact } from '../contract/contacts.ts'
import type { ContactsArea } from './context.ts'
import { revisionOf } from './changes.ts'
import { contactOf, type ContactRow, contactsOf } from './contacts.ts'
import { seenContacts, statusAt } from './presence.ts'
import { dataText, type NumberUsage } from './usage.ts'

const MINUTE_MS = 60_000
const ACTIVITY_SHOWN = 20
const NOTHING: NumberUsage = { messages: 0, calls: 0, dataMb: 0 }

/** Times last seen are rounded down to the minute: precise enough to show, and the ETag changes less often. */
const toTheMinute = (at: number): string => new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS).toISOString()

type Presence = Pick<Contact, 'status' | 'last_activity'>

const presences = async (area: ContactsArea, memberId: string): Promise<ReadonlyMap<string, Presence>> => {
  const now = area.clock()
  const seen = await seenContacts(area.pool, memberId)
  return new Map(
    [...seen].map(([id, at]) => [
      id,
      { status: statusAt(at, now.getTime()), last_activity: toTheMinute(at) },
    ]),
  )
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1

/** One version of a member's contacts: its tag, and how to read it. */
interface ContactsView {
  /** Entity tag (RFC 9110, 8.8.3). */
  readonly etag: string
  readonly read: () => Promise<{
    readonly rows: readonly ContactRow[]
    readonly shown: (row: ContactRow) => Contact
  }>
}

/** Contacts with their owners' presence and the usage of the member's own lines. Only `read` reads the rows. */
export const contactsView = async (area: ContactsArea, memberId: string): Promise<ContactsView> => {
  const [revision, presence, usage] = await Promise.all([
    revisionOf(area.pool, memberId),
    presences(area, memberId),
    area.usageOf(memberId),
  ])
  const around = JSON.stringify([[...presence].sort(byKey), [...usage].sort(byKey)])
  return {
    etag: `"${revision}-${hash('sha256', around, 'base64url').slice(0, 22)}"`,
    read: async () => ({
      rows: await contactsOf(area.pool, memberId),
      shown: (row) => {
        const used = (row.phone_number !== null && usage.get(row.phone_number)) || NOTHING
        const { status = 'offline', last_activity = null } = presence.get(row.id) ?? {}
        return {
          ...contactOf(row),
          status,
          last_activity,
          messages: used.messages,
          calls: used.calls,
          data_usage: dataText(used.dataMb),
        }
      },
    }),
  }
}

interface ActivityRow extends Omit<BookActivity, 'at'> {
  readonly at: Date
}

/** Recent activity of the book, newest first. */
export const bookActivityOf = async (pool: Pool, memberId: string): Promise<BookActivity[]> => {
  const { rows } = await pool.query<ActivityRow>({
    name: 'contact_activity_of',
    text: `select id, kind, subject, count, at from app.contact_activity
           where member_id = $1 order by revision desc limit $2`,
    values: [memberId, ACTIVITY_SHOWN],
  })
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
