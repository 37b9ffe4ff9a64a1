import type { Contact, ContactStatus, ContactType } from '../../../../api/contract/contacts.ts'

/** Rows of one page of the table. */
export const PAGE_SIZE = 10

export type SortKey = 'created_at' | 'contact_name' | 'status'
export interface Sort {
  readonly key: SortKey
  readonly direction: 'asc' | 'desc'
}
export const DEFAULT_SORT: Sort = { key: 'created_at', direction: 'desc' }

/** The order after a click on a header: the same column flips, a new one starts ascending. */
export const nextSorting = <Key>(
  current: { readonly key: Key; readonly direction: 'asc' | 'desc' } | undefined,
  key: Key,
): { key: Key; direction: 'asc' | 'desc' } => ({
  key,
  direction: current?.key === key && current.direction === 'asc' ? 'desc' : 'asc',
})

/** What of the contacts is asked for. */
interface Asked {
  readonly search: string
  readonly type: ContactType | 'all'
  /** Only these, such as the ones an insight is about; null: all. */
  readonly only: ReadonlySet<string> | null
}

/** Who is here first: online, then away, then the others. */
const PRESENCE: Readonly<Record<ContactStatus, number>> = { online: 0, away: 1, offline: 2 }
const PHONE_TEXT = /^\+?[\d\s().\-/]{3,}$/

const digitsOf = (text: string): string => text.replaceAll(/[^\d+]/g, '')

/**
 * Case-insensitive on name and handle, a plain substring of the phone number; what is typed like a phone
 * number is found without regard to blanks and brackets too.
 */
const matcher = (search: string): ((contact: Contact) => boolean) => {
  const text = search.trim()
  if (text === '') return () => true
  const folded = text.toLowerCase()
  const digits = PHONE_TEXT.test(text) ? digitsOf(text) : null
  return ({ contact_name, contact_handle, phone_number }) =>
    contact_name.toLowerCase().includes(folded) ||
    (contact_handle?.toLowerCase().includes(folded) ?? false) ||
    (phone_number !== null &&
      (phone_number.includes(text) || (digits !== null && digitsOf(phone_number).includes(digits))))
}

export const filtered = (contacts: readonly Contact[], { search, type, only }: Asked): readonly Contact[] => {
  const matches = matcher(search)
  return contacts.filter(
    (contact) =>
      (type === 'all' || contact.contact_type === type) &&
      (only === null || only.has(contact.id)) &&
      matches(contact),
  )
}

const PLAIN = /^[\x20-\x7E]*$/
const keys = new WeakMap<Contact, string>()

/**
 * A name as it is sorted: without regard to case and accents, numbers by their value. Made once for each
 * contact, because a collator would be asked for thousands of them at each click, and takes too long.
 */
const sortKey = (contact: Contact): string => {
  const known = keys.get(contact)
  if (known !== undefined) return known
  const { contact_name: name } = contact
  const letters = PLAIN.test(name) ? name : name.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  const key = letters.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'))
  keys.set(contact, key)
  return key
}

const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const comparers: Readonly<Record<SortKey, (one: Contact, other: Contact) => number>> = {
  created_at: (one, other) => inOrder(one.created_at, other.created_at),
  contact_name: (one, other) => inOrder(sortKey(one), sortKey(other)),
  status: (one, other) => PRESENCE[one.status] - PRESENCE[other.status],
}

/** In the order that is asked for; equal ones stay in the order of the list. */
export const sorted = (contacts: readonly Contact[], { key, direction }: Sort): readonly Contact[] => {
  const compare = comparers[key]
  return contacts.toSorted(direction === 'asc' ? compare : (one, other) => compare(other, one))
}

/** One page, and which it is: a page beyond the last is the last. Pages count from 1. */
export const pageOf = <T>(rows: readonly T[], page: number) => {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE))
  const current = Math.min(Math.max(1, page), pages)
  const first = (current - 1) * PAGE_SIZE
  const shown = rows.slice(first, first + PAGE_SIZE)
  return {
    page: current,
    pages,
    first: shown.length === 0 ? 0 : first + 1,
    last: first + shown.length,
    shown,
  }
}
