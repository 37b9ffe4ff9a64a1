import type { Contact } from '../../../../api/contract/contacts.ts'
import { contactsText, namesText } from '../words.ts'
import { t } from '../../../texts/texts.ts'

/** A result of the rules on the member's own contacts, with the contacts concerned. */
export interface Finding {
  readonly kind:
    | 'shared_number'
    | 'shared_handle'
    | 'hidden_characters'
    | 'duplicates'
    | 'unreachable'
    | 'no_type'
  /** One contact may be mistaken for another. */
  readonly isAlert: boolean
  readonly title: string
  readonly detail: string
  readonly ids: readonly string[]
}

/** Invisible characters that can make one name look like another; not the joiners, which emoji need. */
const HIDDEN = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u

const grouped = (
  contacts: readonly Contact[],
  keyOf: (contact: Contact) => string | null,
): readonly (readonly Contact[])[] => {
  const groups = new Map<string, Contact[]>()
  for (const contact of contacts) {
    const key = keyOf(contact)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(contact)
    else groups.set(key, [contact])
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}

const nameKey = ({ contact_name }: Contact): string => contact_name.toLowerCase()
const handleKey = ({ contact_handle }: Contact): string | null =>
  contact_handle?.replace(/^@/, '').toLowerCase() ?? null

const differ = (group: readonly Contact[]): boolean => new Set(group.map(nameKey)).size > 1
const idsOf = (groups: readonly (readonly Contact[])[]): string[] => groups.flat().map(({ id }) => id)

const some = (contacts: readonly Contact[]): string =>
  namesText(
    contacts.map(({ contact_name: name }) => name),
    2,
  )

/** Findings that concern at least one contact, alerts first. */
export const findingsIn = (contacts: readonly Contact[]): readonly Finding[] => {
  const numbers = grouped(contacts, ({ phone_number }) => phone_number).filter(differ)
  const handles = grouped(contacts, handleKey).filter(differ)
  const hidden = contacts.filter(({ contact_name }) => HIDDEN.test(contact_name))
  const twice = grouped(contacts, (contact) =>
    // A safe separator: no name, handle or number contains a line break.
    [nameKey(contact), handleKey(contact) ?? '', contact.phone_number ?? ''].join('\n'),
  )
  const unreachable = contacts.filter((one) => one.phone_number === null && one.contact_handle === null)
  const untyped = contacts.filter(({ contact_type }) => contact_type === 'other')
  const found: readonly Finding[] = [
    {
      kind: 'shared_handle',
      isAlert: true,
      title: t('{count} under different names share a handle', {
        count: contactsText(idsOf(handles).length),
      }),
      detail: t('{handles}. Make sure that you know who is behind it before you send money.', {
        handles: some(handles.flat()),
      }),
      ids: idsOf(handles),
    },
    {
      kind: 'shared_number',
      isAlert: true,
      title: t('{count} under different names share a phone number', {
        count: contactsText(idsOf(numbers).length),
      }),
      detail: t('{numbers}. A shared line, or one of them is not who they seem.', {
        numbers: some(numbers.flat()),
      }),
      ids: idsOf(numbers),
    },
    {
      kind: 'hidden_characters',
      isAlert: true,
      title: t('{count, plural, one {# name} other {# names}} with characters that are not seen', {
        count: hidden.length,
      }),
      detail: t('{hidden}. Such a name can look like another one; type it anew.', { hidden: some(hidden) }),
      ids: hidden.map(({ id }) => id),
    },
    {
      kind: 'duplicates',
      isAlert: false,
      title: t('{count} stand here more than once', { count: contactsText(idsOf(twice).length) }),
      detail: t('{twice}: same name, handle and number. One of each is enough.', {
        twice: some(twice.flat()),
      }),
      ids: idsOf(twice),
    },
    {
      kind: 'unreachable',
      isAlert: false,
      title: t('{count} without handle and phone number', { count: contactsText(unreachable.length) }),
      detail: t('{unreachable}. Add one of them to reach these people.', { unreachable: some(unreachable) }),
      ids: unreachable.map(({ id }) => id),
    },
    {
      kind: 'no_type',
      isAlert: false,
      title: t('{count} of no particular type', { count: contactsText(untyped.length) }),
      detail: t('{untyped}. With a type they are found by the filter.', { untyped: some(untyped) }),
      ids: untyped.map(({ id }) => id),
    },
  ]
  return found.filter(({ ids }) => ids.length > 0)
}

/** Count of contacts that appear in at least one alert. */
export const alertsIn = (findings: readonly Finding[]): number =>
  new Set(findings.filter(({ isAlert }) => isAlert).flatMap(({ ids }) => ids)).size
