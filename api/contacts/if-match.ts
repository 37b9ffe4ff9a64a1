import { type Circle, type SavedContact, visibleStateOf, tagOf } from '../contract/contacts.ts'
import { changedElsewhere } from './refusals.ts'

/**
 * Accepts a change of the current version, or a repeated one, which changes nothing. `ifMatch` is the request header
 * (RFC 9110, 13.1.1); empty or `*` matches any version.
 * @throws {HttpError} 412
 */
export const assertUnchanged = (
  ifMatch: string,
  before: SavedContact | Circle,
  after: SavedContact | Circle,
): void => {
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  const matches = ifMatch === '' || tags.some((tag) => tag === '*' || tag === tagOf(visibleStateOf(before)))
  if (!matches && visibleStateOf(before) !== visibleStateOf(after))
    throw changedElsewhere('contact_name' in before ? before.contact_name : before.name)
}
