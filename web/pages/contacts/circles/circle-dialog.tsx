import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  CIRCLE_COLORS,
  CIRCLE_DESCRIPTION_MAX,
  CIRCLE_MEMBERS_MAX,
  CircleColor,
  CircleDescription,
  CircleName,
  DEFAULT_CIRCLE_COLOR,
  type Circle,
} from '../../../../api/contract/contacts.ts'
import { addCircle, addMembers, saveCircle } from '../../../data/contact-changes.ts'
import { Swatches } from '../../../ui/swatches.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFormDraft, useStoreDraft } from '../../../parts/form-draft.ts'
import { showRefusedFields } from '../../../parts/refused-fields.ts'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { COLOR_CLASSES, COLOR_NAMES, changeMessage, namesText } from '../words.ts'
import { t } from '../../../texts/texts.ts'

const Form = z.object({ name: CircleName, description: CircleDescription, color: CircleColor })
type Values = z.input<typeof Form>
const EMPTY: Values = { name: '', description: '', color: DEFAULT_CIRCLE_COLOR }
const COLORS = CIRCLE_COLORS.map((color) => ({
  value: color,
  label: COLOR_NAMES[color],
  className: COLOR_CLASSES[color],
}))
const FIELDS = ['name', 'description', 'color'] as const

/** Initial values of a new circle: its name and members. */
interface Suggestion {
  readonly name: string
  readonly contacts: readonly { readonly id: string; readonly name: string }[]
}

/** Creates a circle, or edits one. */
export function CircleDialog({
  circle,
  suggestion = null,
  onDone,
  onClose,
}: {
  /** Null: create a new circle. */
  circle: Circle | null
  suggestion?: Suggestion | null
  onDone: (message: string) => void
  onClose: () => void
}) {
  // Every attempt sends the same id, so that a retry creates no second circle.
  const draft = useFormDraft<Values>(
    circle !== null
      ? `circle:${circle.id}`
      : suggestion !== null
        ? `circle:for ${suggestion.name}`
        : 'circle',
    () => circle?.id ?? crypto.randomUUID(),
    circle === null
      ? { ...EMPTY, name: suggestion?.name ?? '' }
      : { name: circle.name, description: circle.description, color: circle.color },
  )
  const [withContacts, setWithContacts] = useState(true)
  const contacts = withContacts ? (suggestion?.contacts ?? []) : []
  const ids = contacts.slice(0, CIRCLE_MEMBERS_MAX).map(({ id }) => id)
  const attempt = useAttempt()
  const form = useForm<Values>({ resolver: standardSchemaResolver(Form), defaultValues: draft.start })
  const { register, handleSubmit, control, reset, setError, formState } = form
  useStoreDraft(form, draft)
  const [name, description] = useWatch({ control, name: ['name', 'description'] })

  const save = ({ name, description, color }: Values) =>
    attempt.run(
      async () => {
        const body = { name, description, color }
        const kept = await (circle === null ? addCircle(draft.id, body) : saveCircle(circle, body))
        if (ids.length > 0) await addMembers({ id: draft.id, name }, ids)
        return kept
      },
      (kept) => {
        reset(EMPTY)
        draft.forget()
        onDone(
          changeMessage(kept, () =>
            circle !== null
              ? t('Your changes were saved.')
              : ids.length === 0
                ? t('Circle {name} was created.', { name: name.trim() })
                : t('Circle “{name}” was created with {count} contacts.', {
                    name: name.trim(),
                    count: ids.length,
                  }),
          ),
        )
      },
      (fields) => showRefusedFields(setError, FIELDS, fields).length > 0,
    )
  const { errors } = formState
  return (
    <FormDialog
      title={circle === null ? t('Create Circle') : t('Edit Circle')}
      verb={circle === null ? t('Create Circle') : t('Save Changes')}
      ready={name.trim() !== ''}
      attempt={attempt}
      failure={circle === null ? t('Not created') : t('Not saved')}
      waits
      onSubmit={() => void handleSubmit(save)()}
      onClose={() => {
        draft.forget()
        onClose()
      }}
      onLeave={onClose}
    >
      <TextField
        label={t('Name *')}
        required
        dir="auto"
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextArea
        label={t('Description (optional)')}
        dir="auto"
        rows={2}
        text={description ?? ''}
        limit={CIRCLE_DESCRIPTION_MAX}
        error={errors.description?.message}
        {...register('description')}
      />
      <Swatches legend={t('Color')} options={COLORS} {...register('color')} />
      {suggestion !== null && (
        <SwitchField
          label={t('Put {count} contacts into it', { count: suggestion.contacts.length })}
          hint={namesText(
            suggestion.contacts.map((contact) => contact.name),
            3,
          )}
          checked={withContacts}
          onChange={(event) => setWithContacts(event.target.checked)}
        />
      )}
    </FormDialog>
  )
}
