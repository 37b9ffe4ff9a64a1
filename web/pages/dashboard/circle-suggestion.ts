import type { Circle, Contact, ContactType } from '../../../api/contract/contacts.ts'
import { t } from '../../texts/texts.ts'

/** A circle that the member's contacts ask for. */
export interface CircleSuggestion {
  readonly name: string
  /** The same people in the middle of a sentence. */
  readonly who: string
  /** The contacts that would be in it. */
  readonly contacts: readonly { readonly id: string; readonly name: string }[]
}

/** The name a circle of such contacts is expected to have. `other` says nothing about anybody. */
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
 * The most numerous kind of contacts that has no circle by its name; null when every kind has one or fewer
 * than two contacts. The first in the list wins where two are as many.
 */
export const suggestCircle = (
  contacts: readonly Contact[],
  circles: readonly Circle[],
): CircleSuggestion | null => {
  const taken = new Set(circles.map(({ name }) => name.trim().toLowerCase()))
  const groups = TYPES.map((type) => ({
    name: NAMES[type],
    who: WHO[type],
    contacts: contacts
      .filter(({ contact_type: of }) => of === type)
      .map(({ id, contact_name: name }) => ({ id, name })),
  })).filter(({ name, contacts: found }) => found.length >= LEAST && !taken.has(name.toLowerCase()))
  return groups.reduce<CircleSuggestion | null>(
    (best, group) => (best === null || group.contacts.length > best.contacts.length ? group : best),
    null,
  )
}
