import { isSupportedCountry } from 'libphonenumber-js'
import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import { newId } from '../../events/ids.ts'
import {
  CONTACT_TYPES,
  ContactHandle,
  ContactName,
  ContactPhone,
  contactTypeOf,
  type ContactType,
  type ImportAnswer,
  type ImportLine,
} from '../contract/contacts.ts'
import type { BodyOf } from '../contract/operation.ts'
import type { operations } from '../contract/operations.ts'
import { HttpError } from '../http/errors.ts'
import type { ContactsArea } from './context.ts'
import { changeBook } from './changes.ts'
import {
  assertRoom,
  contactsOf,
  handleKey,
  insertContacts,
  phoneOrNull,
  textOrNull,
  type NewContact,
} from './contacts.ts'

/** Maximum number of contacts in the preview. */
const PREVIEW = 20
/** Maximum number of errors in the response; more would help nobody. */
const ERRORS_REPORTED = 200

const TypeWord = z.pipe(
  z.string(),
  z.transform((typed, context): ContactType => {
    const type = typed.trim() === '' ? 'other' : contactTypeOf(typed)
    if (type !== undefined) return type
    context.issues.push({
      code: 'custom',
      input: typed,
      message: `The type is one of: ${CONTACT_TYPES.join(', ')}.`,
    })
    return z.NEVER
  }),
)

const Line = z.object({
  contact_name: ContactName,
  contact_handle: ContactHandle,
  phone_number: ContactPhone,
  contact_type: TypeWord,
})

type LineError = ImportAnswer['errors'][number]
interface ReadLine extends NewContact {
  readonly line: number
}

const readLines = (lines: readonly ImportLine[], country: string | undefined, createdAt: Date) => {
  const contacts: ReadLine[] = []
  const errors: LineError[] = []
  for (const given of lines) {
    const read = Line.safeParse(given)
    if (read.success) {
      const { contact_name: name, contact_handle, phone_number, contact_type: type } = read.data
      const handle = textOrNull(contact_handle)
      const phoneNumber = phoneOrNull(phone_number, country)
      contacts.push({ line: given.line, id: newId(), name, handle, phoneNumber, type, createdAt })
    } else
      for (const { path, message } of read.error.issues)
        errors.push({ line: given.line, field: String(path[0] ?? ''), error: message })
  }
  return { contacts, errors }
}

const sameness = (name: string, handle: string | null, phoneNumber: string | null): string =>
  JSON.stringify([name.toLowerCase(), handleKey(handle), phoneNumber])

/** Separates new contacts from duplicates of the book or of earlier lines of the file. */
const sift = async (db: Pick<PoolClient, 'query'>, memberId: string, contacts: readonly ReadLine[]) => {
  const known = new Set(
    (await contactsOf(db, memberId)).map((row) => sameness(row.name, row.handle, row.phone_number)),
  )
  const fresh: ReadLine[] = []
  const duplicates: ReadLine[] = []
  for (const contact of contacts) {
    const same = sameness(contact.name, contact.handle, contact.phoneNumber)
    if (known.has(same)) duplicates.push(contact)
    else fresh.push(contact)
    known.add(same)
  }
  return { fresh, duplicates }
}

const preview = ({ line, name, handle, phoneNumber, type }: ReadLine): ImportAnswer['preview'][number] => ({
  line,
  contact_name: name,
  contact_handle: handle,
  phone_number: phoneNumber,
  contact_type: type,
})

/**
 * Previews the contacts of a file, or saves them in one statement. Invalid lines are skipped and reported: nobody can
 * fix a file that a phone has written, and the rest must not wait for that.
 * @throws {HttpError} 422 there would be too many contacts
 */
export const importContacts = async (
  area: ContactsArea,
  memberId: string,
  body: BodyOf<typeof operations.importContacts>,
): Promise<ImportAnswer> => {
  if (body.phone_country !== undefined && !isSupportedCountry(body.phone_country)) {
    const sentence = 'Phone numbers of this country are not known. Choose another one.'
    throw new HttpError(400, 'invalid_request', sentence, { fields: { phone_country: sentence } })
  }
  const { contacts, errors } = readLines(body.contacts, body.phone_country, area.clock())
  const answer = async (db: Pick<PoolClient, 'query'>) => {
    const { fresh, duplicates } = await sift(db, memberId, contacts)
    const saved = body.skip_duplicates ? fresh : contacts
    return {
      saved,
      result: {
        imported: saved.length,
        preview: saved.slice(0, PREVIEW).map(preview),
        duplicates: duplicates.map(({ line }) => line),
        errors: errors.slice(0, ERRORS_REPORTED),
      },
    }
  }
  if (!body.commit) return (await answer(area.pool)).result
  return changeBook(area, memberId, async (client) => {
    const { saved, result } = await answer(client)
    if (saved.length === 0) return { happened: null, result }
    await assertRoom(client, memberId, saved.length)
    await insertContacts(client, memberId, saved)
    const subject = saved[0]?.name ?? ''
    return { happened: { kind: 'contacts_imported', subject, count: saved.length }, result }
  })
}
