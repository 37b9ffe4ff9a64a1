import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SavedContact } from '../../../api/contract/contacts.ts'
import { personText } from '../../../api/contract/person.ts'
import { setFavourite } from '../../data/favourites.ts'
import { type OfferedPayee, useOfferedPayees } from '../../data/payees.ts'
import { atHandle } from '../../parts/at-handle.ts'
import { payeesFor } from './payees.ts'
import { ProblemLine } from '../../ui/problem.tsx'
import { t } from '../../texts/texts.ts'

/** Favourites and recent payees from this device's cache, or the contacts that fit what is typed; one tap fills in the recipient. */
export function PayeePicker({
  to,
  contacts,
  disabled,
  onPick,
}: {
  /** The form's current recipient. */
  to: string
  contacts: readonly SavedContact[]
  disabled: boolean
  onPick: (handle: string) => void
}) {
  const offered = useOfferedPayees()
  const payees = useMemo(() => payeesFor(to, offered, contacts), [to, offered, contacts])
  const [problem, setProblem] = useState(false)
  if (payees.length === 0) return null
  const star = (payee: OfferedPayee) => {
    setFavourite(payee, !payee.isFavourite).then(
      () => setProblem(false),
      (error: unknown) => {
        console.warn('The favourite could not be kept', error)
        setProblem(true)
      },
    )
  }
  return (
    <div>
      <ul
        aria-label={payees === offered ? t('Favourite and recent payees') : t('Contacts that fit')}
        className="flex flex-wrap gap-2"
      >
        {payees.map((payee) => (
          <PayeeChip
            key={payee.handle}
            payee={payee}
            chosen={atHandle(payee.handle) === atHandle(to.trim().toLowerCase())}
            disabled={disabled}
            onPick={() => onPick(atHandle(payee.handle))}
            onStar={() => star(payee)}
          />
        ))}
      </ul>
      <ProblemLine className="mt-1.5">
        {problem ? t('Favourites can’t be kept on this device.') : null}
      </ProblemLine>
    </div>
  )
}

function PayeeChip({
  payee: { name, handle, isFavourite },
  chosen,
  disabled,
  onPick,
  onStar,
}: {
  payee: OfferedPayee
  chosen: boolean
  disabled: boolean
  onPick: () => void
  onStar: () => void
}) {
  return (
    <li
      className={clsx(
        'flex max-w-full rounded-full border transition-colors duration-150',
        chosen ? 'border-selected chosen' : 'border-control bg-surface',
      )}
    >
      <button
        type="button"
        aria-pressed={chosen}
        disabled={disabled}
        onClick={onPick}
        className="min-h-11 min-w-0 truncate rounded-s-full pe-1 ps-4 text-sm font-semibold disabled:opacity-60"
      >
        {name}{' '}
        <bdi translate="no" className="font-normal text-muted">
          {atHandle(handle)}
        </bdi>
      </button>
      <button
        type="button"
        aria-pressed={isFavourite}
        aria-label={t('Favourite: {name}', { name: personText({ name, handle }) })}
        onClick={onStar}
        className="grid min-h-11 w-10 shrink-0 place-items-center rounded-e-full pe-1 text-muted hover:text-primary"
      >
        <Star className={clsx('size-4', isFavourite && 'fill-warning text-warning')} />
      </button>
    </li>
  )
}
