import type { Circle } from '../../../../api/contract/contacts.ts'
import { removeCircle } from '../../../data/contact-changes.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { CircleDialog } from './circle-dialog.tsx'
import { changeMessage } from '../words.ts'
import { MembersDialog } from './members-dialog.tsx'
import { t } from '../../../texts/texts.ts'

export type CircleDialogKind =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'members' | 'delete'; readonly id: string }

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
