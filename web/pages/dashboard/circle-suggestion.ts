import type { Circle, Contact, ContactType } from '../../../api/contract/contacts.ts'
import { contactText } from '../../data/contacts.ts'
import { t } from '../../texts/texts.ts'

/** A circle suggested from the member's contacts. */
export interface CircleSuggestion {
  readonly name: string
  /** These contacts in a sentence, such as "family". */
  readonly who: string
  /** Its first members. */
  readonly contacts: readonly { readonly id: string; readonly name: string }[]
}

/** Name of the suggested circle for each contact type; none for `other`, which describes nobody. */
const NAMES: Readonly<Record<Exclude<ContactType, 'other'>, string>> = {
  family: t('Family'),
  friend: t('Friends'),
  colleague: t('Colleagues'),
  business: t('Business'),
}
const WHO: typeof NAMES = {
  family: t('family'),
  friend: t('friends'),
  colleague: t('colleagues'),
  business: t('business'),
}
const TYPES = ['family', 'friend', 'colleague', 'business'] as const
const LEAST = 2

/**
 * Suggests a circle for the most frequent contact type that has none, of its contacts or of its name; null when every
 * type has a circle or fewer than two contacts. On a tie the first type of the list wins.
 */
export const suggestCircle = (
  contacts: readonly Contact[],
  circles: readonly Circle[],
): CircleSuggestion | null => {
  const names = new Set(circles.map(({ name }) => name.trim().toLowerCase()))
  const kinds = new Set(circles.map(({ mostly }) => mostly))
  const missing = TYPES.filter((type) => !kinds.has(type) && !names.has(NAMES[type].toLowerCase()))
  const groups = missing
    .map((type) => ({
      name: NAMES[type],
      who: WHO[type],
      contacts: contacts
        .filter(({ contact_type: of }) => of === type)
        .map((contact) => ({ id: contact.id, name: contactText(contact) })),
    }))
    .filter(({ contacts: found }) => found.length >= LEAST)
  return groups.reduce<CircleSuggestion | null>(
    (best, group) => (best === null || group.contacts.length > best.contacts.length ? group : best),
    null,
  )
}
