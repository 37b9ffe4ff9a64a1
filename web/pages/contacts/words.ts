import type { Kept } from '../../data/contacts.ts'
import type { CircleColor, ContactStatus, ContactType } from '../../../api/contract/contacts.ts'
import type { Tone } from '../../ui/badge.tsx'

/** What to say of a change: that it was done, or that it waits. */
export const saidOf = <T>(kept: Kept<T>, done: (answer: T) => string): string =>
  kept.waits ? `${kept.title}: this waits for a connection.` : done(kept.answer)

export const TYPE_LABELS: Readonly<Record<ContactType, string>> = {
  friend: 'Friend',
  family: 'Family',
  colleague: 'Colleague',
  business: 'Business',
  other: 'Other',
}

/** Online green, away yellow, anything else grey; the word stands beside the colour. */
export const STATUS_LOOKS: Readonly<Record<ContactStatus, { readonly label: string; readonly tone: Tone }>> =
  {
    online: { label: 'Online', tone: 'credit' },
    away: { label: 'Away', tone: 'warning' },
    offline: { label: 'Offline', tone: 'neutral' },
  }

export const COLOR_NAMES: Readonly<Record<CircleColor, string>> = {
  '#8b5cf6': 'Violet',
  '#3b82f6': 'Blue',
  '#10b981': 'Green',
  '#f59e0b': 'Amber',
  '#ef4444': 'Red',
  '#ec4899': 'Pink',
  '#6366f1': 'Indigo',
  '#14b8a6': 'Teal',
}

/** Class names stand here in full: the stylesheet is made of what it finds in the source. */
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
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const MB_PER_GB = 1024

/** "512 MB", from 1024 MB on "1.5 GB" with one decimal (specification 1, section 9). */
export const dataText = (megabytes: number): string =>
  Math.round(megabytes) >= MB_PER_GB
    ? `${(megabytes / MB_PER_GB).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} GB`
    : `${Math.round(megabytes)} MB`
