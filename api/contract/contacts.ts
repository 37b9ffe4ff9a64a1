import * as z from 'zod/mini'
import { Id, mostCharacters, Timestamp, writtenLine } from './fields.ts'
import { groupedDecimal } from './number-locale.ts'
import { Label, openEnum } from './open.ts'
import { isShortenedNumber } from './phone-text.ts'

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
/** Maximum number of contacts of a member. */
export const CONTACTS_MAX = 20_000
/** Maximum number of contacts in one import file. */
export const IMPORT_MAX = 5_000
export const CIRCLES_MAX = 50
export const CIRCLE_MEMBERS_MAX = 5_000

const CONTACT_NAME_MISSING = 'Enter a name.'
const CIRCLE_NAME_MISSING = 'Enter a name for the circle.'

export const ContactName = writtenLine('The name', CONTACT_NAME_MAX).check(
  z.minLength(1, CONTACT_NAME_MISSING),
)
export const ContactHandle = writtenLine('The handle', CONTACT_HANDLE_MAX)
/** Kept as typed where it is no number that we can parse, but without a digit it is none. */
export const ContactPhone = writtenLine('The phone number', CONTACT_PHONE_MAX).check(
  z.refine((typed) => typed === '' || /\p{Nd}/u.test(typed), 'A phone number has digits.'),
  z.refine(
    (typed) => !isShortenedNumber(typed),
    'A spreadsheet has shortened this number. Format its column as text, and write the number out.',
  ),
)
export const ContactType = z.enum(CONTACT_TYPES, `The type is one of: ${CONTACT_TYPES.join(', ')}.`)
export type ContactType = z.infer<typeof ContactType>

/** Words for our contact types in other address books. */
const TYPE_WORDS: Readonly<Record<string, ContactType>> = {
  friends: 'friend',
  families: 'family',
  colleagues: 'colleague',
  coworker: 'colleague',
  coworkers: 'colleague',
  'co-worker': 'colleague',
  work: 'business',
}

/** The contact type that a word of an imported address book means; undefined when it matches none. */
export const contactTypeOf = (typed: string): ContactType | undefined => {
  const word = typed.trim().toLowerCase()
  return CONTACT_TYPES.find((one) => one === word) ?? TYPE_WORDS[word]
}

/** Country (ISO 3166-1, such as US) for parsing phone numbers without a country code. */
const PhoneCountry = z
  .string('The country is a code of two letters, such as US.')
  .check(z.regex(/^[A-Z]{2}$/, 'The country is a code of two letters, such as US.'))

/**
 * `online`: used the app within the last 3 minutes; `away`: within the last 15. Only members who have each other's
 * handle in their contacts see it; everybody else is `offline`.
 */
export const ContactStatus = z.enum(['online', 'away', 'offline'])
export type ContactStatus = z.infer<typeof ContactStatus>

const saved = {
  id: Id,
  contact_name: z.string(),
  /** As typed; null when there is none. */
  contact_handle: z.nullable(z.string()),
  /** E.164 when it can be parsed as a phone number, otherwise as typed; null when there is none. */
  phone_number: z.nullable(z.string()),
  contact_type: openEnum(ContactType, 'other'),
  created_at: Timestamp,
}

export const Contact = z.object({
  ...saved,
  status: openEnum(ContactStatus, 'offline'),
  /** Time of their last activity, to the minute; null when unknown. */
  last_activity: z.nullable(Timestamp),
  /** Usage in the last 30 days of the member's own device with this phone number. */
  messages: z.int(),
  calls: z.int(),
  /** Such as "0 MB", "512 MB" or "1.5 GB". */
  data_usage: z.string(),
})
export type Contact = z.infer<typeof Contact>

/** A contact without status and usage: as stored, and as returned after a change. */
export const SavedContact = z.object(saved)
export type SavedContact = z.infer<typeof SavedContact>

const fields = {
  contact_handle: z.optional(z.nullable(ContactHandle)),
  phone_number: z.optional(z.nullable(ContactPhone)),
  contact_type: z.optional(ContactType),
  phone_country: z.optional(PhoneCountry),
  /** Aliases that callers may use for the fields above. */
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

/** Replaces aliases by the fields' own names. */
const unified = <T extends Given>({ name, handle, phone, ...given }: T) => ({
  ...given,
  contact_name: given.contact_name ?? name,
  contact_handle: given.contact_handle === undefined ? handle : given.contact_handle,
  phone_number: given.phone_number === undefined ? phone : given.phone_number,
})

export const CreateContactRequest = z.pipe(
  z
    .strictObject({
      /** Generated by the client so that the request can be repeated; by the server when omitted. */
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

/** Omitted fields stay unchanged; null or a blank text clears a handle or phone number. */
export const UpdateContactRequest = z.pipe(
  z.strictObject({ contact_name: z.optional(ContactName), name: z.optional(ContactName), ...fields }).check(
    z.refine((body) => Object.values(body).some((value) => value !== undefined), {
      path: ['contact_name'],
      error: 'Change at least one of the name, handle, phone number or type.',
    }),
  ),
  z.transform(unified),
)

/** A file of a hundred megabytes has fewer. */
const LINES_MAX = 100_000_000
const LINE = 'line is the number of a line in the file, from 1.'

/** One line of an import file, all fields as text: errors are reported by line instead of failing the request. */
export const ImportLine = z.strictObject({
  /** Line number in the file, from 1. */
  line: z.int(LINE).check(z.minimum(1, LINE), z.maximum(LINES_MAX, LINE)),
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
        `A file can have at most ${groupedDecimal(String(IMPORT_MAX))} contacts. Split it into smaller ones.`,
      ),
    ),
  phone_country: z.optional(PhoneCountry),
  /** Skip contacts that exist already or are repeated in the file: same name, handle and phone number. */
  skip_duplicates: z._default(z.boolean(), true),
  /** False: dry run, nothing is saved. */
  commit: z.boolean('commit is true or false.'),
})

export const ImportAnswer = z.object({
  /** Number saved, or to be saved when not `commit`. 0 when a line is invalid: a file is saved whole or not at all. */
  imported: z.int(),
  /** The first contacts as they are, or would be, saved. */
  preview: z.array(
    z.object({ line: z.int(), ...saved, id: z.optional(Id), created_at: z.optional(Timestamp) }),
  ),
  /** Line numbers of contacts that exist already or occur earlier in the file. */
  duplicates: z.array(z.int()),
  /** Validation errors by line. */
  errors: z.array(z.object({ line: z.int(), field: z.string(), error: z.string() })),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>

export const CircleColor = z.enum(CIRCLE_COLORS, `The color is one of: ${CIRCLE_COLORS.join(', ')}.`)
export type CircleColor = z.infer<typeof CircleColor>
export const CircleName = writtenLine('The name', CIRCLE_NAME_MAX).check(z.minLength(1, CIRCLE_NAME_MISSING))
export const CircleDescription = writtenLine(
  'The description',
  CIRCLE_DESCRIPTION_MAX,
  undefined,
  mostCharacters(CIRCLE_DESCRIPTION_MAX, 'The description'),
)

export const Circle = z.object({
  id: Id,
  name: z.string(),
  /** Empty when there is none. */
  description: z.string(),
  color: openEnum(CircleColor, DEFAULT_CIRCLE_COLOR),
  member_count: z.int(),
  /** The type of most of its contacts, or of most of the first hundred; null while it has none. Only in lists. */
  mostly: z.optional(z.nullable(openEnum(ContactType, 'other'))),
  created_at: Timestamp,
})
export type Circle = z.infer<typeof Circle>

/** The fields of a contact or circle that a member sees, as text: equal texts mean that nothing visible has changed. */
export const visibleStateOf = (one: SavedContact | Circle): string =>
  'contact_name' in one
    ? JSON.stringify([one.contact_name, one.contact_handle, one.phone_number, one.contact_type])
    : JSON.stringify([one.name, one.description, one.color])

/** Entity tag of that state, for `If-Match`. It contains the whole state, so neither side has to store it. */
export const tagOf = (sight: string): string => `"${encodeURIComponent(sight)}"`

export const CircleRequest = z.strictObject({
  name: CircleName,
  description: z._default(CircleDescription, ''),
  color: z._default(CircleColor, DEFAULT_CIRCLE_COLOR),
})
export const CreateCircleRequest = z.strictObject({
  /** As in {@link CreateContactRequest}. */
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

/** An entry in the history of the address book. */
export const BookActivity = z.object({
  id: Id,
  kind: openEnum(BookActivityKind),
  label: Label,
  /** Name of the contact or circle at that time. */
  subject: z.string(),
  /** Number of contacts affected. */
  count: z.int(),
  at: Timestamp,
})
export type BookActivity = z.infer<typeof BookActivity>
