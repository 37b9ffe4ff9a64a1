import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { PROFILE_MAX, type Profile, UpdateProfileRequest } from '../../../api/contract/profile.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { type ProfileChanges, saveProfile } from '../../data/profile.ts'
import { Banner } from '../../ui/banner.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFormDraft, useStoreDraft } from '../../parts/form-draft.ts'
import { showRefusedFields } from '../../parts/refused-fields.ts'
import type { Attempt } from '../../parts/use-attempt.ts'
import { FIELDS } from './fields.ts'
import { t } from '../../texts/texts.ts'

const NAMES = [...FIELDS.map(({ name }) => name), 'bio'] as const

const valuesOf = (profile: Profile): ProfileChanges =>
  Object.fromEntries(NAMES.map((name) => [name, profile[name] ?? '']))

/** The profile form. Its submit button is outside and refers to the form by `id`. */
export function EditForm({
  id,
  profile,
  attempt: { problem, run },
  onSaved,
}: {
  id: string
  profile: Profile
  attempt: Attempt
  onSaved: () => void
}) {
  const offline = useConnectivity() === 'offline'
  const draft = useFormDraft<ProfileChanges>('profile', () => profile.id, valuesOf(profile))
  const form = useForm<ProfileChanges>({
    resolver: standardSchemaResolver(UpdateProfileRequest),
    defaultValues: draft.start,
  })
  const { register, handleSubmit, control, setError, setFocus, formState } = form
  useStoreDraft(form, draft)
  const bio = useWatch({ control, name: 'bio' }) ?? ''
  useEffect(() => setFocus('display_name'), [setFocus])

  const save = (changes: ProfileChanges) =>
    run(
      () => saveProfile(changes),
      () => {
        draft.forget()
        onSaved()
      },
      (fields) => {
        const [first] = showRefusedFields(setError, NAMES, fields)
        if (first !== undefined) setFocus(first)
        return first !== undefined
      },
    )

  return (
    <form
      id={id}
      aria-label={t('Your profile')}
      noValidate
      className="grid gap-5 sm:grid-cols-2"
      onSubmit={(event) => void handleSubmit(save)(event)}
    >
      {(problem !== null || offline) && (
        <div className="sm:col-span-2">
          <Banner tone={offline ? 'warning' : 'debit'} live={offline ? 'status' : 'alert'}>
            {offline ? t('You are offline. What you type stays; save it when you are back.') : problem}
          </Banner>
        </div>
      )}
      {FIELDS.map(({ name, label, type, autoComplete }) => (
        <TextField
          key={name}
          label={label}
          type={type}
          autoComplete={autoComplete}
          error={formState.errors[name]?.message}
          {...register(name)}
        />
      ))}
      <div className="sm:col-span-2">
        <TextArea
          label={t('Bio')}
          text={bio}
          limit={PROFILE_MAX.bio}
          error={formState.errors.bio?.message}
          {...register('bio')}
        />
      </div>
      <div className="sm:col-span-2">
        <TextField
          label={t('Email')}
          type="email"
          value={profile.email}
          readOnly
          hint={t('Managed where you sign in')}
        />
      </div>
    </form>
  )
}
