import { UsersRound } from 'lucide-react'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { SavedContact } from '../../../../api/contract/contacts.ts'
import { useCircles, useContacts, useMembers } from '../../../data/contacts.ts'
import { Button } from '../../../ui/button.tsx'
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
  /** The circle whose members are being added. */
  const [circle, setCircle] = useState<string | null>(null)
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
        <ul aria-label={t('Circles')} className="flex flex-wrap gap-2">
          {circles.map(({ id, name }) => (
            <li key={id}>
              <Button
                variant="secondary"
                size="sm"
                icon={<UsersRound />}
                busy={circle === id}
                onClick={() => setCircle(id)}
              >
                <bdi>{name}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {circle !== null && (
        <Members
          key={circle}
          of={circle}
          onKnown={(people) => {
            add(askable(people))
            setCircle(null)
          }}
        />
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

/** Hands over the members of a circle as soon as they are known; nothing where they can't be. */
function Members({ of, onKnown }: { of: string; onKnown: (people: readonly SavedContact[]) => void }) {
  const { value, state } = useMembers(of)
  const hand = useEffectEvent(onKnown)
  useEffect(() => {
    if (value !== null || state === 'never') hand(value ?? [])
  }, [value, state])
  return null
}
