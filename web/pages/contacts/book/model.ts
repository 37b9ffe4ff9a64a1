import type { Contact, ContactStatus, ContactType } from '../../../../api/contract/contacts.ts'

/** Rows on one page of the table. */
export const PAGE_SIZE = 10

const SORT_KEYS = ['created_at', 'contact_name', 'status'] as const
export type SortKey = (typeof SORT_KEYS)[number]
export interface Sort {
  readonly key: SortKey
  readonly direction: 'asc' | 'desc'
}
export const DEFAULT_SORT: Sort = { key: 'created_at', direction: 'desc' }

/** An order as the address has it, such as `contact_name-asc`; the default for anything else. */
export const sortText = ({ key, direction }: Sort): string => `${key}-${direction}`
export const sortIn = (text: string | null): Sort =>
  SORT_KEYS.flatMap((key): Sort[] => [
    { key, direction: 'asc' },
    { key, direction: 'desc' },
  ]).find((sort) => sortText(sort) === text) ?? DEFAULT_SORT

/** The order after a click on a header: the same column reverses, another one starts ascending. */
export const nextSorting = <Key>(
  current: { readonly key: Key; readonly direction: 'asc' | 'desc' } | undefined,
  key: Key,
): { key: Key; direction: 'asc' | 'desc' } => ({
  key,
  direction: current?.key === key && current.direction === 'asc' ? 'desc' : 'asc',
})

/** The search and filters of the table. */
interface Asked {
  readonly search: string
  readonly type: ContactType | 'all'
  /** Ids to show, such as the contacts of one insight; null: all. */
  readonly only: ReadonlySet<string> | null
}

/** Sort rank by status: online, then away, then offline. */
const PRESENCE: Readonly<Record<ContactStatus, number>> = { online: 0, away: 1, offline: 2 }
const PHONE_TEXT = /^\+?[\d\s().\-/]{3,}$/

const digitsOf = (text: string): string => text.replaceAll(/[^\d+]/g, '')

type Searched = Pick<Contact, 'contact_name' | 'contact_handle' | 'phone_number'>

/**
 * Matches name and handle without regard to case, and phone numbers by substring. A search that looks like a
 * phone number also matches without its blanks and brackets.
 */
export const matcher = (search: string): ((contact: Searched) => boolean) => {
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
 * Sort key of a name: ignores case and accents, and orders numbers by value. Cached per contact, because a
 * collator would be too slow for thousands of names at each click.
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

/** A stable sort: equal contacts stay in the order of the list. */
export const sorted = (contacts: readonly Contact[], { key, direction }: Sort): readonly Contact[] => {
  const compare = comparers[key]
  return contacts.toSorted(direction === 'asc' ? compare : (one, other) => compare(other, one))
}

/** The rows of one page and its number, from 1; a number beyond the last page gives the last. */
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
