import { CIRCLE_MEMBERS_MAX, CIRCLES_MAX, CONTACTS_MAX } from '../contract/contacts.ts'
import { HttpError } from '../http/errors.ts'

const digits = (count: number): string => count.toLocaleString('en-US')

/** The same response for another member's contact, so that nobody can probe which ids exist. */
export const contactNotFound = () =>
  new HttpError(404, 'contact_not_found', 'You have no contact with this id.')
export const circleNotFound = () => new HttpError(404, 'circle_not_found', 'You have no circle with this id.')

/** The contact or circle was changed after the member read it. */
export const changedElsewhere = (name: string) =>
  new HttpError(412, 'changed_elsewhere', `It was changed elsewhere meanwhile: ${name}. Look at it again.`)

export const tooManyContacts = (present: number, more: number) =>
  new HttpError(
    422,
    'too_many_contacts',
    `You have ${digits(present)} contacts and can have at most ${digits(CONTACTS_MAX)}; ${digits(more)} more do not fit. Delete some first.`,
  )
export const tooManyCircles = () =>
  new HttpError(422, 'too_many_circles', `You can have at most ${CIRCLES_MAX} circles. Delete one first.`)
export const circleFull = () =>
  new HttpError(
    422,
    'circle_full',
    `A circle can have at most ${digits(CIRCLE_MEMBERS_MAX)} contacts. Take some out first.`,
  )
