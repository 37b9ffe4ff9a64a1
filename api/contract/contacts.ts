import * as z from 'zod/mini'
import { Id, Timestamp, writtenLine } from './fields.ts'

export const CONTACT_TYPES = ['friend', 'family', 'colleague', 'business', 'other'] as const
export const CIRCLE_COLORS = [
  '#8b5cf6',
  '#3b82f6',
  '#10b981',
  '#f59e0b',
  '#ef4444',
  '#ec4899',
  '#6366f1',
  '#14b8a6',
] as const
export const DEFAULT_CIRCLE_COLOR = CIRCLE_COLORS[0]

const CONTACT_NAME_MAX = 200
const CONTACT_HANDLE_MAX = 100
const CONTACT_PHONE_MAX = 40
const CIRCLE_NAME_MAX = 60
export const CIRCLE_DESCRIPTION_MAX = 200
/** How many contacts a member can have. */
export const CONTACTS_MAX = 20_000
/** How many contacts one file can bring. */
export const IMPORT_MAX = 5_000
export const CIRCLES_MAX = 50
export const CIRCLE_MEMBERS_MAX = 5_000

const CONTACT_NAME_MISSING = 'Enter a name.'
const CIRCLE_NAME_MISSING = 'Enter a name for the circle.'

export const ContactName = writtenLine('The name', CONTACT_NAME_MAX).check(
  z.minLength(1, CONTACT_NAME_MISSING),
)
export const ContactHandle = writtenLine('The handle', CONTACT_HANDLE_MAX)
export const ContactPhone = writtenLine('The phone number', CONTACT_PHONE_MAX)
export const ContactType = z.enum(CONTACT_TYPES, `The type is one of: ${CONTACT_TYPES.join(', ')}.`)
export type ContactType = z.infer<typeof ContactType>

/** Words that address books have for our types. */
const TYPE_WORDS: Readonly<Record<string, ContactType>> = {
  friends: 'friend',
  families: 'family',
  colleagues: 'colleague',
  coworker: 'colleague',
  coworkers: 'colleague',
  'co-worker': 'colleague',
  work: 'business',
}

/** Which of our types a word of somebody's address book means; undefined for one that means none. */
export const contactTypeOf = (typed: string): ContactType | undefined => {
  const word = typed.trim().toLowerCase()
  return CONTACT_TYPES.find((one) => one === word) ?? TYPE_WORDS[word]
}

/** Where a phone number without a country code is read: an ISO 3166-1 code, such as US. */
const PhoneCountry = z
  .string('The country is a code of two letters, such as US.')
  .check(z.regex(/^[A-Z]{2}$/, 'The country is a code of two letters, such as US.'))

/**
 * `online`: used the app within the last 3 minutes; `away`: within the last 15. Known only of members who
 * have each other as contacts, by handle; everybody else is `offline`.
 */
export const ContactStatus = z.enum(['online', 'away', 'offline'])
export type ContactStatus = z.infer<typeof ContactStatus>

const saved = {
  id: Id,
  contact_name: z.string(),
  /** As it was typed; null without one. */
  contact_handle: z.nullable(z.string()),
  /** E.164 where it could be read as a phone number, else as it was typed; null without one. */
  phone_number: z.nullable(z.string()),
  contact_type: ContactType,
  created_at: Timestamp,
}

export const Contact = z.object({
  ...saved,
  status: ContactStatus,
  /** When they were seen last, to the minute; null when that is not known. */
  last_activity: z.nullable(Timestamp),
  /** Messages, calls and data of the last 30 days of the member's own device that has this phone number. */
  messages: z.int(),
  calls: z.int(),
  /** Such as "0 MB", "512 MB" or "1.5 GB". */
  data_usage: z.string(),
})
export type Contact = z.infer<typeof Contact>

/** A contact without what others do: what is written and answered at a change. */
export const SavedContact = z.object(saved)
export type SavedContact = z.infer<typeof SavedContact>

const fields = {
  contact_handle: z.optional(z.nullable(ContactHandle)),
  phone_number: z.optional(z.nullable(ContactPhone)),
  contact_type: z.optional(ContactType),
  phone_country: z.optional(PhoneCountry),
  /** Other names for the same fields, which callers may use. */
  handle: z.optional(z.nullable(ContactHandle)),
  phone: z.optional(z.nullable(ContactPhone)),
}

interface Given {
  readonly contact_name?: string | undefined
  readonly name?: string | undefined
  readonly contact_handle?: string | null | undefined
  readonly handle?: string | null | undefined
  readonly phone_number?: string | null | undefined
  readonly phone?: string | null | undefined
}

/** One name for each field, whichever was used. */
const unified = <T extends Given>({ name, handle, phone, ...given }: T) => ({
  ...given,
  contact_name: given.contact_name ?? name,
  contact_handle: given.contact_handle === undefined ? handle : given.contact_handle,
  phone_number: given.phone_number === undefined ? phone : given.phone_number,
})

export const CreateContactRequest = z.pipe(
  z
    .strictObject({
      /** The client's id for it, so that a request can be repeated; made by the server when left out. */
      id: z.optional(Id),
      contact_name: z.optional(ContactName),
      name: z.optional(ContactName),
      ...fields,
    })
    .check(
      z.refine((body) => (body.contact_name ?? body.name) !== undefined, {
        path: ['contact_name'],
        error: CONTACT_NAME_MISSING,
      }),
    ),
  z.transform((body) => {
    const contact = unified(body)
    return { ...contact, contact_name: contact.contact_name ?? '' }
  }),
)

/** Fields that are left out stay as they are; null or a blank text empties a handle or phone number. */
export const UpdateContactRequest = z.pipe(
  z.strictObject({ contact_name: z.optional(ContactName), name: z.optional(ContactName), ...fields }).check(
    z.refine((body) => Object.values(body).some((value) => value !== undefined), {
      path: ['contact_name'],
      error: 'Change at least one of the name, handle, phone number or type.',
    }),
  ),
  z.transform(unified),
)

/** One line of a file, as texts: what is wrong with it is answered by line, not as a failed request. */
export const ImportLine = z.strictObject({
  /** Where it stands in the file, from 1. */
  line: z.int().check(z.minimum(1)),
  contact_name: z.string(),
  contact_handle: z.string(),
  phone_number: z.string(),
  contact_type: z.string(),
})
export type ImportLine = z.infer<typeof ImportLine>

export const ImportRequest = z.strictObject({
  contacts: z
    .array(ImportLine, 'Give a list of contacts.')
    .check(
      z.minLength(1, 'There are no contacts in this file.'),
      z.maxLength(
        IMPORT_MAX,
        `A file can have at most ${IMPORT_MAX.toLocaleString('en-US')} contacts. Split it into smaller ones.`,
      ),
    ),
  phone_country: z.optional(PhoneCountry),
  /** Leave out whoever is there already, or twice in the file: same name, handle and phone number. */
  skip_duplicates: z._default(z.boolean(), true),
  /** False: only look. */
  commit: z.boolean('commit is true or false.'),
})

export const ImportAnswer = z.object({
  /** Saved when `commit`, otherwise what would be. 0 when a line is wrong: a file is saved whole or not at all. */
  imported: z.int(),
  /** The first contacts as they are, or would be, saved. */
  preview: z.array(
    z.object({ line: z.int(), ...saved, id: z.optional(Id), created_at: z.optional(Timestamp) }),
  ),
  /** The lines of those that are there already. */
  duplicates: z.array(z.int()),
  /** What is wrong, line by line. */
  errors: z.array(z.object({ line: z.int(), field: z.string(), error: z.string() })),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>

export const CircleColor = z.enum(CIRCLE_COLORS, `The color is one of: ${CIRCLE_COLORS.join(', ')}.`)
export type CircleColor = z.infer<typeof CircleColor>
export const CircleName = writtenLine('The name', CIRCLE_NAME_MAX).check(z.minLength(1, CIRCLE_NAME_MISSING))
export const CircleDescription = writtenLine('The description', CIRCLE_DESCRIPTION_MAX)

export const Circle = z.object({
  id: Id,
  name: z.string(),
  /** Empty without one. */
  description: z.string(),
  color: CircleColor,
  member_count: z.int(),
  created_at: Timestamp,
})
export type Circle = z.infer<typeof Circle>

/** What a member sees of a contact or a circle, as text: where the texts are the same, nothing has changed for them. */
export const sightOf = (one: SavedContact | Circle): string =>
  'contact_name' in one
    ? JSON.stringify([one.contact_name, one.contact_handle, one.phone_number, one.contact_type])
    : JSON.stringify([one.name, one.description, one.color])

/** Entity tag of that state, for `If-Match`. Spelled out, so that both sides have it without keeping anything. */
export const tagOf = (sight: string): string => `"${encodeURIComponent(sight)}"`

export const CircleRequest = z.strictObject({
  name: CircleName,
  description: z._default(CircleDescription, ''),
  color: z._default(CircleColor, DEFAULT_CIRCLE_COLOR),
})
export const CreateCircleRequest = z.strictObject({
  /** As with contacts. */
  id: z.optional(Id),
  ...CircleRequest.shape,
})

export const BookActivityKind = z.enum([
  'contact_added',
  'contact_edited',
  'contact_deleted',
  'contacts_imported',
  'contacts_deleted',
  'circle_created',
  'circle_edited',
  'circle_deleted',
  'members_added',
  'member_removed',
])
export type BookActivityKind = z.infer<typeof BookActivityKind>

/** Something that happened in the address book. */
export const BookActivity = z.object({
  id: Id,
  kind: BookActivityKind,
  /** The name of the contact or circle, as it was. */
  subject: z.string(),
  /** How many contacts it was about. */
  count: z.int(),
  at: Timestamp,
})
export type BookActivity = z.infer<typeof BookActivity>
