import { UsersRound, X } from 'lucide-react'
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { SavedContact } from '../../../../api/contract/contacts.ts'
import { useCircles, useContacts, useMembers } from '../../../data/contacts.ts'
import { useOfferedPayees } from '../../../data/payees.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/tick.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { SearchField } from '../search-field.tsx'
import { t } from '../../../texts/texts.ts'
import { type Asked, askable, keyOf, peopleFor } from './asked.ts'

/** People listed at most; the search finds the others. */
const SHOWN = 30

const NOBODY: readonly never[] = []

/**
 * Who is asked: payees and contacts one by one, all of a circle, or whoever has the handle that is typed. Enter chooses
 * the first who fits, so that several are named without leaving the keyboard.
 */
export function PeopleField({
  chosen,
  onChange,
  onNamed,
}: {
  chosen: readonly Asked[]
  onChange: (chosen: readonly Asked[]) => void
  /** Enter with nothing typed: everybody is named. */
  onNamed: () => void
}) {
  const contacts = useContacts().value ?? NOBODY
  const payees = useOfferedPayees()
  const circles = useCircles().value ?? NOBODY
  /** The circle whose members are being added. */
  const [circle, setCircle] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const asked = useDeferredValue(search)
  const found = useMemo(() => peopleFor(asked, payees, contacts), [asked, payees, contacts])
  const inside = new Set(chosen.map(keyOf))
  const add = (people: readonly Asked[]) =>
    onChange([...chosen, ...people.filter((one) => !inside.has(keyOf(one)))])
  const remove = (one: Asked) => onChange(chosen.filter((each) => keyOf(each) !== keyOf(one)))
  const toggle = (one: Asked) => (inside.has(keyOf(one)) ? remove(one) : add([one]))
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // It would send the form.
    event.preventDefault()
    if (search.trim() === '') {
      if (chosen.length > 0) onNamed()
      return
    }
    // What is listed may be a moment behind what is typed.
    const [first] = peopleFor(search, payees, contacts)
    if (first === undefined) return
    add([first])
    setSearch('')
  }
  const [first] = found
  return (
    <fieldset className="grid grid-cols-1 gap-3">
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
                <bdi translate="no">{name}</bdi>
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
      <Chosen
        people={chosen}
        onRemove={(one) => {
          remove(one)
          field.current?.focus()
        }}
      />
      <SearchField ref={field} value={search} onChange={setSearch} onKeyDown={onEnter} />
      <output className="-mt-1.5 min-h-5 text-sm text-muted">
        {asked.trim() === ''
          ? t('Several? Type a name and press Enter, one after the other.')
          : first === undefined
            ? t('Nobody with a handle matches.')
            : t('Enter adds {name}.', { name: called(first) })}
      </output>
      <ul aria-label={t('People')} className="grid max-h-64 divide-y divide-line overflow-y-auto">
        {found.slice(0, SHOWN).map((one) => (
          <li key={keyOf(one)}>
            {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox is the kit’s */}
            <label className="flex min-h-12 cursor-pointer items-center gap-3 py-1">
              <Checkbox checked={inside.has(keyOf(one))} onChange={() => toggle(one)} />
              <span className="min-w-0 flex-1">
                <bdi translate="no" className="block truncate font-semibold">
                  {one.name}
                </bdi>
                {one.name !== one.identifier && (
                  <bdi translate="no" className="block truncate text-sm text-muted">
                    {one.identifier}
                  </bdi>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** "Grace Hopper (@grace)"; the identifier alone where no name is known. */
const called = ({ name, identifier }: Asked): string =>
  name === identifier ? identifier : `${name} (${identifier})`

/** Who is chosen, in view whatever is searched for; a tap takes them out. */
function Chosen({ people, onRemove }: { people: readonly Asked[]; onRemove: (one: Asked) => void }) {
  if (people.length === 0) return null
  return (
    <ul aria-label={t('Chosen')} className="flex max-h-24 flex-wrap gap-2 overflow-y-auto">
      {people.map((one) => (
        <li key={keyOf(one)} className="max-w-full">
          <Button
            variant="secondary"
            size="sm"
            className="max-w-full chosen"
            icon={<X className="shrink-0" />}
            onClick={() => onRemove(one)}
          >
            <VisuallyHidden>{t('Remove')} </VisuallyHidden>
            <bdi translate="no" className="truncate">
              {called(one)}
            </bdi>
          </Button>
        </li>
      ))}
    </ul>
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
