import { useDeferredValue, useMemo, useState } from 'react'
import type { SavedContact } from '../../../../api/contract/contacts.ts'
import { useCircles, useContacts, useMembers } from '../../../data/contacts.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Checkbox } from '../../../ui/tick.tsx'
import { filtered, sorted } from '../book/model.ts'
import { SearchField } from '../search-field.tsx'
import { t } from '../../../texts/texts.ts'
import { type Asked, askable } from './asked.ts'

/** Contacts listed at most; the search finds the others. */
const SHOWN = 30

/** The contacts who can be asked: one by one, or all of a circle. Only who has a handle can be a member. */
export function PeopleField({
  chosen,
  onChange,
}: {
  chosen: readonly Asked[]
  onChange: (chosen: readonly Asked[]) => void
}) {
  const contacts = useContacts()
  const circles = useCircles().value ?? []
  const [circle, setCircle] = useState('')
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search)
  const found = useMemo(() => {
    const known = (contacts.value ?? []).filter(({ contact_handle: handle }) => (handle ?? '') !== '')
    const byName = sorted(known, { key: 'contact_name', direction: 'asc' })
    return askable(filtered(byName, { search: asked, type: 'all', only: null }))
  }, [contacts.value, asked])
  const inside = new Set(chosen.map(({ id }) => id))
  const add = (people: readonly Asked[]) =>
    onChange([...chosen, ...people.filter(({ id }) => !inside.has(id))])
  const toggle = (one: Asked) => {
    if (inside.has(one.id)) onChange(chosen.filter(({ id }) => id !== one.id))
    else add([one])
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-semibold">{t('Whom to ask')}</legend>
      {circles.length > 0 && (
        <div className="flex items-end gap-2">
          <div className="min-w-0 grow">
            <Select
              label={t('Circle')}
              options={[
                { value: '', label: t('No circle') },
                ...circles.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={circle}
              onChoose={setCircle}
            />
          </div>
          {circle !== '' && <AddCircle key={circle} id={circle} onAdd={(people) => add(askable(people))} />}
        </div>
      )}
      <SearchField value={search} onChange={setSearch} />
      <ul aria-label={t('Contacts')} className="grid max-h-64 divide-y divide-line overflow-y-auto">
        {found.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox is the kit’s */}
            <label className="flex min-h-12 cursor-pointer items-center gap-3 py-1">
              <Checkbox checked={inside.has(one.id)} onChange={() => toggle(one)} />
              <span className="min-w-0 flex-1">
                <bdi className="block truncate font-semibold">{one.name}</bdi>
                <bdi className="block truncate text-sm text-muted">{one.handle}</bdi>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-sm text-muted">{t('No contact with a handle matches.')}</p>}
    </fieldset>
  )
}

function AddCircle({ id, onAdd }: { id: string; onAdd: (people: readonly SavedContact[]) => void }) {
  const { value } = useMembers(id)
  return (
    <Button variant="secondary" disabled={value === null} onClick={() => onAdd(value ?? [])}>
      {t('Add all')}
    </Button>
  )
}
