import { useState } from 'react'
import type { Circle } from '../../../../api/contract/contacts.ts'
import { addMembers } from '../../../data/contact-changes.ts'
import { CircleDot } from '../circles/circle-dot.tsx'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { Radio } from '../../../ui/tick.tsx'
import { changeMessage, contactsText } from '../words.ts'
import { t } from '../../../texts/texts.ts'

/** Adds the selected contacts to a circle. */
export function AddToCircleDialog({
  ids,
  circles,
  onDone,
  onClose,
  onCreate,
}: {
  ids: readonly string[]
  circles: readonly Circle[]
  onDone: (message: string) => void
  onClose: () => void
  /** Called when there is no circle yet and the member creates one first. */
  onCreate: () => void
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const attempt = useAttempt()
  // A circle that was just created may be missing from the list for a moment.
  const circle = circles.find(({ id }) => id === chosen) ?? circles[0]
  const add = (circle: Circle) =>
    void attempt.run(
      () => addMembers(circle, ids),
      (kept) =>
        onDone(
          changeMessage(kept, (added) =>
            added === 0
              ? t('Everybody was in {name} already.', { name: circle.name })
              : t('{added} added to {name}.', { added: contactsText(added), name: circle.name }),
          ),
        ),
    )
  return (
    <FormDialog
      title={t('Add to Circle')}
      description={contactsText(ids.length)}
      verb={circle ? t('Add') : t('Create Circle')}
      attempt={attempt}
      waits
      onSubmit={circle ? () => add(circle) : onCreate}
      onClose={onClose}
    >
      <div className="grid gap-3">
        {circles.length === 0 && (
          <p className="text-muted">{t('You have no circles yet. Create one first.')}</p>
        )}
        <fieldset className="grid gap-2">
          <legend className="sr-only">{t('Circle')}</legend>
          {circles.map((one) => (
            <label
              key={one.id}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-control px-3 has-checked:border-selected has-checked:chosen has-focus-visible:outline-2 has-focus-visible:outline-primary"
            >
              <Radio quiet name="circle" checked={one.id === circle?.id} onChange={() => setChosen(one.id)} />
              <CircleDot color={one.color} />
              <bdi translate="no" className="min-w-0 flex-1 font-semibold wrap-anywhere">
                {one.name}
              </bdi>
              <span className="text-sm text-muted">{contactsText(one.member_count)}</span>
            </label>
          ))}
        </fieldset>
      </div>
    </FormDialog>
  )
}
