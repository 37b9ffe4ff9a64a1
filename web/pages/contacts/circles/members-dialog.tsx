import { useDeferredValue, useMemo, useState } from 'react'
import type { Circle, Contact } from '../../../../api/contract/contacts.ts'
import { useHoldUpdates } from '../../../parts/updates.ts'
import { toggleMember } from '../../../data/contact-changes.ts'
import { useContacts, useMembers } from '../../../data/contacts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Checkbox } from '../../../ui/tick.tsx'
import { NeverLoaded } from '../../../parts/freshness.tsx'
import { filtered, sorted } from '../book/model.ts'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { SearchField } from '../search-field.tsx'
import { WaitsReason } from '../../../parts/offline-reason.tsx'
import { changeMessage, contactsText, TYPE_LABELS } from '../words.ts'
import { rich } from '../../../texts/rich.tsx'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'

/** Contacts listed at most; the search finds the others. */
const SHOWN = 100
const VIEWS = [
  { value: 'all', label: t('All contacts') },
  { value: 'members', label: t('In this circle') },
] as const

/** Adds contacts to a circle and removes them, one by one; each change is saved at once. */
export function MembersDialog({ circle, onClose }: { circle: Circle; onClose: () => void }) {
  useHoldUpdates(true)
  const contacts = useContacts()
  const members = useMembers(circle.id)
  const [search, setSearch] = useState('')
  const [view, setView] = useState<'all' | 'members'>('all')
  const [toggled, setToggled] = useState<string | null>(null)
  const { running, problem, run } = useAttempt()
  const [message, setMessage] = useState('')
  const asked = useDeferredValue(search)

  const inside = useMemo(() => new Set((members.value ?? []).map(({ id }) => id)), [members.value])
  const byName = useMemo(
    () => sorted(contacts.value ?? [], { key: 'contact_name', direction: 'asc' }),
    [contacts.value],
  )
  const found = useMemo(
    () => filtered(byName, { search: asked, type: 'all', only: view === 'members' ? inside : null }),
    [byName, asked, view, inside],
  )
  const toggle = (contact: Contact) => {
    if (running) return
    const { id, contact_name: name } = contact
    const isMember = inside.has(id)
    setToggled(id)
    void run(
      () => toggleMember(circle, contact, isMember),
      (kept) =>
        setMessage(
          changeMessage(kept, (count) =>
            isMember
              ? t('{name} removed. {count} in the circle.', { name, count: contactsText(count) })
              : t('{name} added. {count} in the circle.', { name, count: contactsText(count) }),
          ),
        ),
    )
  }
  const never = members.value === null && members.state === 'never' ? members : null
  const loading = (members.value === null || contacts.value === null) && never === null
  return (
    <Dialog
      onClose={onClose}
      title={t('Manage Members')}
      description={
        <>
          {rich('{name}: {memberCount}. Changes are saved at once.', {
            name: <bdi translate="no">{circle.name}</bdi>,
            memberCount: contactsText(circle.member_count),
          })}
        </>
      }
      closeOnOutside
      footer={
        <>
          <WaitsReason />
          <Button onClick={onClose}>{t('Done')}</Button>
        </>
      }
    >
      <div className="grid gap-3 pb-2">
        <Problem title={t('Not changed')}>{problem}</Problem>
        <SearchField value={search} onChange={setSearch} />
        <Segments legend={t('Show')} options={VIEWS} value={view} onChange={setView} />
        {never && <NeverLoaded what={t('circle')} {...never} />}
        {loading && <Skeleton className="h-48 w-full" />}
        {!never && !loading && (
          <>
            {found.length === 0 && (
              <p className="py-6 text-center text-muted">
                {view === 'members' && asked === ''
                  ? t('Nobody is in this circle yet.')
                  : t('Nobody matches.')}
              </p>
            )}
            <ul aria-label={t('Contacts')} className="grid divide-y divide-line">
              {found.slice(0, SHOWN).map((contact) => {
                const { id, contact_name, contact_handle, phone_number, contact_type } = contact
                return (
                  <li key={id}>
                    {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox is the kit’s */}
                    <label className="flex min-h-14 cursor-pointer items-center gap-3 py-1.5 has-aria-disabled:cursor-not-allowed">
                      <Checkbox
                        checked={inside.has(id)}
                        // Not `disabled`: the checkbox would lose the focus while the change is saved.
                        aria-disabled={running || undefined}
                        aria-busy={(running && toggled === id) || undefined}
                        onChange={() => toggle(contact)}
                      />
                      <Who
                        name={contact_name}
                        detail={contact_handle ?? phone_number ?? TYPE_LABELS[contact_type]}
                      />
                    </label>
                  </li>
                )
              })}
            </ul>
            {found.length > SHOWN && (
              <p className="text-sm text-muted">
                {t('{shown} of {count} are shown. Search to find the others.', {
                  shown: SHOWN,
                  count: number(found.length),
                })}
              </p>
            )}
          </>
        )}
        <output className="sr-only">{message}</output>
      </div>
    </Dialog>
  )
}

function Who({ name, detail }: { name: string; detail: string }) {
  return (
    <span className="min-w-0 flex-1">
      <bdi translate="no" className="line-clamp-2 font-semibold wrap-anywhere">
        {name}
      </bdi>
      <bdi translate="no" className="block text-sm text-muted wrap-anywhere">
        {detail}
      </bdi>
    </span>
  )
}
