import { type Circle, type SavedContact, sightOf, tagOf } from '../contract/contacts.ts'
import { changedElsewhere } from './refusals.ts'

/**
 * Lets a change through that was made of what is there, or that asks for nothing else than what is there: it was
 * repeated. `ifMatch`: the header of that name (RFC 9110, 13.1.1); empty, or `*`, for whatever is there.
 * @throws {HttpError} 412
 */
export const assertUnchanged = (
  ifMatch: string,
  before: SavedContact | Circle,
  after: SavedContact | Circle,
): void => {
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  const matches = ifMatch === '' || tags.some((tag) => tag === '*' || tag === tagOf(sightOf(before)))
  if (!matches && sightOf(before) !== sightOf(after))
    throw changedElsewhere('contact_name' in before ? before.contact_name : before.name)
}
