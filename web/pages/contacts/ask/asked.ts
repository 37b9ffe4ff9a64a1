import type { Contact, SavedContact } from '../../../../api/contract/contacts.ts'
import type { Person } from '../../../data/favourites.ts'
import { matcher, sorted } from '../book/model.ts'

/** Somebody who can be asked for money. */
export interface Asked {
  readonly name: string
  /** Whom the server asks: "@grace", an e-mail address or a DID. Unlike a name, it is nobody else's. */
  readonly identifier: string
}

/** What tells people apart: the server reads identifiers without regard to case, and handles with or without @. */
export const keyOf = ({ identifier }: Asked): string => identifier.toLowerCase().replace(/^@/, '')

/** What is known of somebody to be found by it. */
type Known = Pick<SavedContact, 'contact_name' | 'contact_handle' | 'phone_number'>

/** Those of these people who can be members, which takes a handle; each handle once, in its first place and by its last name. */
export const askable = (people: readonly Known[]): readonly Asked[] => {
  const asked = people.flatMap(({ contact_name: name, contact_handle }): Asked[] => {
    const identifier = contact_handle?.trim() ?? ''
    return identifier === '' ? [] : [{ name, identifier }]
  })
  return [...new Map(asked.map((one) => [keyOf(one), one])).values()]
}

const payee = ({ name, handle }: Person): Known => ({
  contact_name: name,
  contact_handle: `@${handle}`,
  phone_number: null,
})

/** A handle, an e-mail address or a DID as it is typed; who it is the server says. */
const IDENTIFIER = /^(?:@\S+|[^\s@]+@[^\s@]+|did:\S+)$/

/**
 * Who fits what is typed, of payees and then of contacts by name. A contact has the name that the member gave. A whole
 * name or handle comes before what only contains it, and whom nobody here has written down comes last.
 */
export const peopleFor = (
  typed: string,
  payees: readonly Person[],
  contacts: readonly Contact[],
): readonly Asked[] => {
  const text = typed.trim()
  const known = [...payees.map(payee), ...sorted(contacts, { key: 'contact_name', direction: 'asc' })]
  const found = askable(known.filter(matcher(text)))
  const lower = text.toLowerCase()
  const isWhole = (one: Asked) => one.name.toLowerCase() === lower || keyOf(one) === lower.replace(/^@/, '')
  const whole = found.filter(isWhole)
  if (whole.length > 0) return [...whole, ...found.filter((one) => !isWhole(one))]
  return IDENTIFIER.test(text) ? [...found, { name: text, identifier: text }] : found
}
