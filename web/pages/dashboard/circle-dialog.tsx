import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useRef, useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import {
  CIRCLE_COLORS,
  CIRCLE_DESCRIPTION_MAX,
  CIRCLE_MEMBERS_MAX,
  CircleRequest,
  DEFAULT_CIRCLE_COLOR,
} from '../../../api/contract/contacts.ts'
import { addCircle, addMembers, type CircleDraft } from '../../data/contact-changes.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useAttempt } from '../../parts/use-attempt.ts'
import { COLOR_NAMES } from '../../parts/circle-colors.ts'
import type { CircleSuggestion } from './circle-suggestion.ts'
import { t } from '../../texts/texts.ts'

const bySchema: Resolver<CircleDraft> = standardSchemaResolver(CircleRequest)
const namesOf = ({ contacts }: CircleSuggestion): string => {
  const names = contacts.slice(0, 3).map(({ name }) => name)
  const more = contacts.length - names.length
  return more === 0 ? names.join(', ') : t('{names} and {more} more', { names: names.join(', '), more })
}

/** Creates a circle, filled in with what the contacts suggest; stays open with the reason when it fails. */
export default function CircleDialog({
  suggestion,
  onClose,
  onCreated,
}: {
  suggestion: CircleSuggestion | null
  onClose: () => void
  /** `members`: how many contacts were put into it. */
  onCreated: (name: string, members: number) => void
}) {
  const attempt = useAttempt({ log: t('Failed to create circle') })
  // The same for every try: however often it is repeated, there will be one circle.
  const id = useRef(crypto.randomUUID())
  const [withContacts, setWithContacts] = useState(suggestion !== null)
  const { control, register, handleSubmit, formState } = useForm<CircleDraft>({
    defaultValues: { name: suggestion?.name ?? '', description: '', color: DEFAULT_CIRCLE_COLOR },
    resolver: bySchema,
  })
  const [name, description = '', color = DEFAULT_CIRCLE_COLOR] = useWatch({
    control,
    name: ['name', 'description', 'color'],
  })
  const create = () =>
    void handleSubmit((circle) =>
      attempt.run(
        async () => {
          await addCircle(id.current, {
            name: circle.name,
            description: circle.description ?? '',
            color: circle.color ?? DEFAULT_CIRCLE_COLOR,
          })
          const contacts = withContacts ? (suggestion?.contacts ?? []) : []
          const ids = contacts.slice(0, CIRCLE_MEMBERS_MAX).map((contact) => contact.id)
          if (ids.length > 0) await addMembers({ id: id.current, name: circle.name }, ids)
          return ids.length
        },
        (members) => onCreated(circle.name, members),
      ),
    )()
  return (
    <FormDialog
      title={t('Create Circle')}
      verb={t('Create Circle')}
      attempt={attempt}
      failure={t('The circle was not created')}
      offlineReason={t('You are offline. Creating a circle needs a connection.')}
      ready={name.trim() !== ''}
      onSubmit={create}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <TextField
          label={t('Name')}
          autoComplete="off"
          error={formState.errors.name?.message}
          {...register('name')}
        />
        <TextArea
          label={t('Description (optional)')}
          length={description.length}
          limit={CIRCLE_DESCRIPTION_MAX}
          error={formState.errors.description?.message}
          {...register('description')}
        />
        <fieldset className="grid gap-1.5">
          <legend className="mb-1.5 text-sm font-semibold">
            {t('Color: {color}', { color: COLOR_NAMES[color] })}
          </legend>
          <div className="flex flex-wrap gap-2">
            {CIRCLE_COLORS.map((value) => (
              <label
                key={value}
                className="grid size-11 cursor-pointer place-items-center rounded-full border-2 border-transparent has-checked:border-ink has-focus-visible:outline-2 has-focus-visible:outline-primary"
              >
                <input
                  type="radio"
                  value={value}
                  aria-label={COLOR_NAMES[value]}
                  className="sr-only"
                  {...register('color')}
                />
                <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8">
                  <circle cx="16" cy="16" r="16" fill={value} />
                </svg>
              </label>
            ))}
          </div>
        </fieldset>
        {suggestion !== null && (
          <SwitchField
            label={t('Put {count} contacts into it', { count: suggestion.contacts.length })}
            hint={namesOf(suggestion)}
            checked={withContacts}
            onChange={(event) => setWithContacts(event.target.checked)}
          />
        )}
      </div>
    </FormDialog>
  )
}
