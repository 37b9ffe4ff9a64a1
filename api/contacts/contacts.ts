import type { PoolClient } from 'pg'
import { newId } from '../../events/ids.ts'
import type { BodyOf } from '../contract/operation.ts'
import type { operations } from '../contract/operations.ts'
import { CONTACTS_MAX, type ContactType, type SavedContact } from '../contract/contacts.ts'
import type { ContactsArea } from './context.ts'
import { changeBook } from './changes.ts'
import { assertUnchanged } from './if-match.ts'
import { normalPhoneNumber } from './phone-number.ts'
import { contactNotFound, tooManyContacts } from './refusals.ts'

/** A contact to insert. */
export interface NewContact {
  readonly id: string
  readonly name: string
  readonly handle: string | null
  readonly phoneNumber: string | null
  readonly type: ContactType
  readonly createdAt: Date
}

export interface ContactRow {
  readonly id: string
  readonly name: string
  readonly handle: string | null
  readonly phone_number: string | null
  readonly contact_type: ContactType
  /** ISO time: thousands of dates would take their time to be parsed and written again. */
  readonly created_at: string
}

export const CONTACT_COLUMNS = `id, name, handle, phone_number, contact_type,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`

export const contactOf = (row: ContactRow): SavedContact => ({
  id: row.id,
  contact_name: row.name,
  contact_handle: row.handle,
  phone_number: row.phone_number,
  contact_type: row.contact_type,
  created_at: row.created_at,
})

/** A handle normalized for comparison with members' handles: lower case, without @. */
export const handleKey = (handle: string | null): string | null =>
  handle === null ? null : handle.replace(/^@/, '').toLowerCase()

/** The trimmed text; null if it is missing or blank. */
export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null

export const phoneOrNull = (text: string | null | undefined, country?: string): string | null => {
  const typed = textOrNull(text)
  return typed === null ? null : normalPhoneNumber(typed, country)
}

/** All contacts, newest first. */
export const contactsOf = async (
  db: Pick<PoolClient, 'query'>,
  memberId: string,
): Promise<readonly ContactRow[]> => {
  const { rows } = await db.query<ContactRow>({
    name: 'contacts_of',
    text: `select ${CONTACT_COLUMNS} from app.contact where member_id = $1
      order by contact.created_at desc, contact.id desc`,
    values: [memberId],
  })
  return rows
}

/** @throws {HttpError} 422 when there would be too many */
export const assertRoom = async (client: PoolClient, memberId: string, more: number): Promise<void> => {
  const { rows } = await client.query<{ count: bigint }>({
    name: 'contact_count',
    text: 'select count(*) from app.contact where member_id = $1',
    values: [memberId],
  })
  const present = Number(rows[0]?.count ?? 0n)
  if (present + more > CONTACTS_MAX) throw tooManyContacts(present, more)
}

/** Inserts contacts in one statement, however many there are; existing ids are skipped. */
export const insertContacts = async (
  client: PoolClient,
  memberId: string,
  contacts: readonly NewContact[],
): Promise<void> => {
  await client.query({
    name: 'contacts_insert',
    text: `insert into app.contact
             (member_id, id, name, handle, handle_key, phone_number, contact_type, created_at, updated_at)
           select $1, id, name, handle, handle_key, phone_number, contact_type, created_at, created_at
           from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
             as t (id, name, handle, handle_key, phone_number, contact_type, created_at)
           on conflict (member_id, id) do nothing`,
    values: [
      memberId,
      contacts.map(({ id }) => id),
      contacts.map(({ name }) => name),
      contacts.map(({ handle }) => handle),
      contacts.map(({ handle }) => handleKey(handle)),
      contacts.map(({ phoneNumber }) => phoneNumber),
      contacts.map(({ type }) => type),
      contacts.map(({ createdAt }) => createdAt),
    ],
  })
}

const contactById = async (
  client: Pick<PoolClient, 'query'>,
  memberId: string,
  id: string,
): Promise<ContactRow | undefined> => {
  const { rows } = await client.query<ContactRow>({
    name: 'contact_by_id',
    text: `select ${CONTACT_COLUMNS} from app.contact where member_id = $1 and id = $2`,
    values: [memberId, id],
  })
  return rows[0]
}

/** @throws {HttpError} 404 when the contact is not in the member's book */
export const knownContact = async (
  client: Pick<PoolClient, 'query'>,
  memberId: string,
  id: string,
): Promise<SavedContact> => {
  const row = await contactById(client, memberId, id)
  if (!row) throw contactNotFound()
  return contactOf(row)
}

/** Adds a contact; if the id exists already, the call is a retry and returns that contact unchanged. */
export const createContact = (
  area: ContactsArea,
  memberId: string,
  body: BodyOf<typeof operations.createContact>,
): Promise<SavedContact> =>
  changeBook(area, memberId, async (client) => {
    const id = body.id ?? newId()
    const known = await contactById(client, memberId, id)
    if (known) return { happened: null, result: contactOf(known) }
    await assertRoom(client, memberId, 1)
    const contact: NewContact = {
      id,
      name: body.contact_name,
      handle: textOrNull(body.contact_handle),
      phoneNumber: phoneOrNull(body.phone_number, body.phone_country),
      type: body.contact_type ?? 'other',
      createdAt: area.clock(),
    }
    await insertContacts(client, memberId, [contact])
    const made = await contactById(client, memberId, id)
    if (!made) throw new Error('A contact that was just written is not there')
    return {
      happened: { kind: 'contact_added', subject: contact.name, count: 1 },
      result: contactOf(made),
    }
  })

/** @throws {HttpError} 404 when the contact is not in the member's book, 412 when it no longer matches `ifMatch` */
export const updateContact = (
  area: ContactsArea,
  memberId: string,
  id: string,
  body: BodyOf<typeof operations.updateContact>,
  ifMatch: string,
): Promise<SavedContact> =>
  changeBook(area, memberId, async (client) => {
    const before = await contactById(client, memberId, id)
    if (!before) throw contactNotFound()
    const handle = body.contact_handle === undefined ? before.handle : textOrNull(body.contact_handle)
    const phone =
      body.phone_number === undefined
        ? before.phone_number
        : phoneOrNull(body.phone_number, body.phone_country)
    const { rows } = await client.query<ContactRow>({
      name: 'contact_update',
      text: `update app.contact
             set name = $3, handle = $4, handle_key = $5, phone_number = $6, contact_type = $7, updated_at = $8
             where member_id = $1 and id = $2 returning ${CONTACT_COLUMNS}`,
      values: [
        memberId,
        id,
        body.contact_name ?? before.name,
        handle,
        handleKey(handle),
        phone,
        body.contact_type ?? before.contact_type,
        area.clock(),
      ],
    })
    const after = rows[0] ?? before
    const result = contactOf(after)
    assertUnchanged(ifMatch, contactOf(before), result)
    return { happened: { kind: 'contact_edited', subject: after.name, count: 1 }, result }
  })

const remove = async (
  client: PoolClient,
  memberId: string,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>({
    name: 'contacts_delete',
    text: 'delete from app.contact where member_id = $1 and id = any($2::uuid[]) returning name',
    values: [memberId, ids],
  })
  return rows.map(({ name }) => name)
}

/** @throws {HttpError} 404 when the contact is not in the member's book */
export const deleteContact = (area: ContactsArea, memberId: string, id: string): Promise<undefined> =>
  changeBook(area, memberId, async (client) => {
    const [name] = await remove(client, memberId, [id])
    if (name === undefined) throw contactNotFound()
    return { happened: { kind: 'contact_deleted', subject: name, count: 1 }, result: undefined }
  })

/** Deletes the contacts that exist; returns how many. */
export const deleteContacts = (
  area: ContactsArea,
  memberId: string,
  ids: readonly string[],
): Promise<number> =>
  changeBook(area, memberId, async (client) => {
    const { length: count, 0: first = '' } = await remove(client, memberId, ids)
    return {
      happened: count === 0 ? null : { kind: 'contacts_deleted', subject: first, count },
      result: count,
    }
  })
