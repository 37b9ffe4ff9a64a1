import { History } from 'lucide-react'
import { memo } from 'react'
import type { BookActivity, Contact } from '../../../../api/contract/contacts.ts'
import { useCached } from '../../../data/cached.ts'
import { bookActivity, contactText } from '../../../data/contacts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CachedCard } from '../../../parts/cached-card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RelativeTime } from '../../../parts/relative-time.tsx'
import { contactsText } from '../words.ts'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'

const SHOWN = 8
const ONLINE_SHOWN = 4

const sentences: Readonly<Record<BookActivity['kind'], (entry: BookActivity) => string>> = {
  contact_added: ({ subject }) => t('{subject} was added', { subject }),
  contact_edited: ({ subject }) => t('{subject} was edited', { subject }),
  contact_deleted: ({ subject }) => t('{subject} was deleted', { subject }),
  contacts_imported: ({ count }) => t('{count} imported', { count: contactsText(count) }),
  contacts_deleted: ({ subject, count }) =>
    count === 1
      ? t('{subject} was deleted', { subject })
      : t('{count} deleted', { count: contactsText(count) }),
  circle_created: ({ subject }) => t('Circle {subject} was created', { subject }),
  circle_edited: ({ subject }) => t('Circle {subject} was edited', { subject }),
  circle_deleted: ({ subject }) => t('Circle {subject} was deleted', { subject }),
  members_added: ({ subject, count }) =>
    t('{count} added to {subject}', { count: contactsText(count), subject }),
  member_removed: ({ subject }) => t('A contact left {subject}', { subject }),
  unfamiliar: ({ label }) => label ?? t('Something new'),
}

/** Contacts online now, and recent changes in the address book. */
export default memo(function LiveActivity({ contacts }: { contacts: readonly Contact[] }) {
  const { value, ...view } = useCached(bookActivity)
  const online = contacts.filter(({ status }) => status === 'online')
  const lines = (value ?? []).slice(0, SHOWN)
  const more = online.length - ONLINE_SHOWN
  return (
    <CachedCard title={t('Live Activity')} what={t('activity')} view={view} skeleton="h-40 w-full">
      {value !== null && lines.length === 0 && online.length === 0 && (
        <EmptyState icon={<History />} title={t('Nothing has happened yet')}>
          {t('Who comes online and what changes will show here.')}
        </EmptyState>
      )}
      <ul aria-label={t('Activity')} className="grid divide-y divide-line">
        {online.slice(0, ONLINE_SHOWN).map((contact) => (
          <li key={contact.id} className="flex items-center justify-between gap-4 py-2.5 text-[0.9375rem]">
            <bdi translate="no" className="min-w-0 wrap-anywhere">
              {contactText(contact)}
            </bdi>
            <Badge tone="credit">{t('Online now')}</Badge>
          </li>
        ))}
        {more > 0 && (
          <li className="py-2.5 text-sm text-muted">{t('And {more} more online', { more: number(more) })}</li>
        )}
        {lines.map((entry) => (
          <li key={entry.id} className="flex items-baseline justify-between gap-4 py-2.5 text-[0.9375rem]">
            <span className="min-w-0 wrap-anywhere" dir="auto">
              {sentences[entry.kind](entry)}
            </span>
            <span className="shrink-0 text-sm text-muted">
              <RelativeTime at={entry.at} clock="real" />
            </span>
          </li>
        ))}
      </ul>
    </CachedCard>
  )
})
