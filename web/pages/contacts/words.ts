import type { ChangeResult } from '../../data/contact-changes.ts'
import type { CircleColor, ContactStatus, ContactType } from '../../../api/contract/contacts.ts'
import type { Tone } from '../../ui/badge.tsx'
import { localeOf, t } from '../../texts/texts.ts'
import { number } from '../../texts/numbers.ts'

/** The message after a change: it was saved, or it waits for a connection. */
export const changeMessage = <T>(result: ChangeResult<T>, done: (answer: T) => string): string =>
  result.queued ? t('{title}: this waits for a connection.', { title: result.title }) : done(result.answer)

export const TYPE_LABELS: Readonly<Record<ContactType, string>> = {
  friend: t('Friend'),
  family: t('Family'),
  colleague: t('Colleague'),
  business: t('Business'),
  other: t('Other'),
}

/** Online green, away yellow, anything else grey; the label is always shown beside the colour. */
export const STATUS_LOOKS: Readonly<Record<ContactStatus, { readonly label: string; readonly tone: Tone }>> =
  {
    online: { label: t('Online'), tone: 'credit' },
    away: { label: t('Away'), tone: 'warning' },
    offline: { label: t('Offline'), tone: 'neutral' },
  }

export const COLOR_NAMES: Readonly<Record<CircleColor, string>> = {
  '#8b5cf6': t('Violet'),
  '#3b82f6': t('Blue'),
  '#10b981': t('Green'),
  '#f59e0b': t('Amber'),
  '#ef4444': t('Red'),
  '#ec4899': t('Pink'),
  '#6366f1': t('Indigo'),
  '#14b8a6': t('Teal'),
}

/** Class names are written in full, because Tailwind only generates classes that it finds in the source. */
export const COLOR_CLASSES: Readonly<Record<CircleColor, string>> = {
  '#8b5cf6': 'bg-[#8b5cf6]',
  '#3b82f6': 'bg-[#3b82f6]',
  '#10b981': 'bg-[#10b981]',
  '#f59e0b': 'bg-[#f59e0b]',
  '#ef4444': 'bg-[#ef4444]',
  '#ec4899': 'bg-[#ec4899]',
  '#6366f1': 'bg-[#6366f1]',
  '#14b8a6': 'bg-[#14b8a6]',
}

/** "1 contact", "2,345 contacts". */
export const contactsText = (count: number): string =>
  t('{count, plural, one {# contact} other {# contacts}}', { count })

/** "Ann and Bob"; with more than `most` names "Ann, Bob and 3 more". */
export const namesText = (names: readonly string[], most: number): string =>
  names.length > most
    ? t('{names} and {more} more', {
        names: names.slice(0, most).join(', '),
        more: number(names.length - most),
      })
    : new Intl.ListFormat(localeOf()).format(names)

/** "3 messages, 1 call". */
export const usageText = ({ messages, calls }: { messages: number; calls: number }): string =>
  t('{messages, plural, one {# message} other {# messages}}, {calls, plural, one {# call} other {# calls}}', {
    messages,
    calls,
  })

const MB_PER_GB = 1024

/** "512 MB"; from 1024 MB "1.5 GB", with one decimal. */
export const dataText = (megabytes: number): string =>
  Math.round(megabytes) >= MB_PER_GB
    ? t('{megabytes} GB', {
        megabytes: number(megabytes / MB_PER_GB, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
      })
    : t('{megabytes} MB', { megabytes: Math.round(megabytes) })
