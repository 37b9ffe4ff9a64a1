import type { SavedContact } from '../../../api/contract/contacts.ts'
import { contactPerson } from '../../data/contacts.ts'
import type { Person } from '../../data/favourites.ts'
import type { OfferedPayee } from '../../data/payees.ts'
import { matcher } from '../contacts/book/model.ts'
import { atHandle } from '../../parts/at-handle.ts'

/** Contacts offered for what is typed. */
const FOUND = 5
/** Letters to type before contacts are offered. */
const LEAST = 2

/** Contacts who can be paid: only who has a handle can be a member. */
const payable = (contacts: readonly SavedContact[]): readonly SavedContact[] =>
  contacts.filter(({ contact_handle: handle }) => handle !== null && handle !== '')

/**
 * Payees to offer for what is typed: contacts whose name, handle or phone number has it, in the order of their names.
 * What is offered without it, while too little is typed or nobody fits; who has been picked stays.
 */
export const payeesFor = (
  typed: string,
  offered: readonly OfferedPayee[],
  contacts: readonly SavedContact[],
): readonly OfferedPayee[] => {
  const text = typed.trim()
  const known = payable(contacts)
  const isPicked = ({ handle }: Person) => atHandle(handle).toLowerCase() === text.toLowerCase()
  if (offered.some(isPicked)) return offered
  const picked = known.map(contactPerson).find(isPicked)
  if (picked !== undefined) return [{ ...picked, isFavourite: false }, ...offered]
  const people = text.length < LEAST ? [] : known.filter(matcher(text)).map(contactPerson)
  if (people.length === 0) return offered
  const favourites = new Set(offered.filter(({ isFavourite }) => isFavourite).map(({ handle }) => handle))
  return people
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .slice(0, FOUND)
    .map((person) => ({ ...person, isFavourite: favourites.has(person.handle) }))
}

/** The handle of the one contact of this name; what was typed, if no contact or more than one has it. */
export const identifierOf = (typed: string, contacts: readonly SavedContact[]): string => {
  const name = typed.trim().toLowerCase()
  const [first, ...others] = payable(contacts).filter(
    ({ contact_name: own }) => own.trim().toLowerCase() === name,
  )
  return name === '' || first === undefined || others.length > 0
    ? typed
    : atHandle(contactPerson(first).handle)
}
