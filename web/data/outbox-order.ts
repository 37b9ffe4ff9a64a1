import { type Circle, type SavedContact, visibleStateOf } from '../../api/contract/contacts.ts'
import { t } from '../texts/texts.ts'
import type { Change, Waiting } from './outbox-model.ts'

/** Ids of the contacts and the circle that a change affects. */
const targetsOf = (change: Change): readonly string[] => {
  switch (change.kind) {
    case 'remove_contacts':
      return change.ids
    case 'put_into_circle':
    case 'take_out_of_circle':
      return [change.id, ...change.contacts]
    case 'add_contact':
    case 'save_contact':
    case 'add_circle':
    case 'save_circle':
    case 'remove_circle':
      return [change.id]
    default:
      return change satisfies never
  }
}

/** Whether the later change needs the earlier one. */
export const dependsOn = (later: Change, earlier: Change): boolean => {
  const about = new Set(targetsOf(earlier))
  return targetsOf(later).some((target) => about.has(target))
}

/**
 * Why a change was not made without asking: its contact or circle is no longer as the member saw it. `now`: its state
 * on the server, undefined if it was deleted. Null: there is no visible difference.
 */
export const conflictOf = (
  { change, seen }: Pick<Waiting, 'change' | 'seen'>,
  now: SavedContact | Circle | undefined,
): string | null => {
  if (change.kind !== 'save_contact' && change.kind !== 'save_circle') return null
  if (now === undefined) return t('It was deleted elsewhere meanwhile.')
  if (seen === null || visibleStateOf(now) === seen) return null
  return 'contact_name' in now
    ? t('It was changed elsewhere meanwhile: {contactName}, {phoneNumber}.', {
        contactName: now.contact_name,
        phoneNumber: now.phone_number ?? t('no phone number'),
      })
    : t('It was changed elsewhere meanwhile: {name}.', { name: now.name })
}
