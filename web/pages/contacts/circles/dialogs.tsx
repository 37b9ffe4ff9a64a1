import { lazy } from 'react'
import type { Circle } from '../../../../api/contract/contacts.ts'
import { removeCircle } from '../../../data/contact-changes.ts'
import { useMembers } from '../../../data/contacts.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { askable } from '../ask/asked.ts'
import { CircleDialog } from './circle-dialog.tsx'
import { changeMessage } from '../words.ts'
import { MembersDialog } from './members-dialog.tsx'
import { t } from '../../../texts/texts.ts'

const AskDialog = lazy(() => import('../ask/ask-dialog.tsx'))

export type CircleDialogKind =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'members' | 'ask' | 'delete'; readonly id: string }

/** The open dialog of the circles tab. */
export default function CircleDialogs({
  circles,
  what,
  onDone,
  onClose,
}: {
  circles: readonly Circle[]
  what: CircleDialogKind
  onDone: (message: string) => void
  onClose: () => void
}) {
  if (what.kind === 'create') return <CircleDialog circle={null} onDone={onDone} onClose={onClose} />
  const circle = circles.find(({ id }) => id === what.id)
  if (!circle) return null
  switch (what.kind) {
    case 'edit':
      return <CircleDialog circle={circle} onDone={onDone} onClose={onClose} />
    case 'members':
      return <MembersDialog circle={circle} onClose={onClose} />
    case 'ask':
      return <AskCircle id={circle.id} onClose={onClose} />
    case 'delete':
      return (
        <ConfirmDialog
          title={t('Delete {name}?', { name: circle.name })}
          verb={t('Delete')}
          danger
          waits
          change={() => removeCircle(circle)}
          onDone={(kept) =>
            onDone(changeMessage(kept, () => t('Circle {name} was deleted.', { name: circle.name })))
          }
          onClose={onClose}
        >
          <p>
            {t('Are you sure you want to delete this circle? This will remove all contacts from the circle.')}
          </p>
        </ConfirmDialog>
      )
    default:
      return what satisfies never
  }
}

/** Asks the members of a circle, once they are known. */
function AskCircle({ id, onClose }: { id: string; onClose: () => void }) {
  const { value } = useMembers(id)
  return value === null ? null : <AskDialog people={askable(value)} onClose={onClose} />
}
