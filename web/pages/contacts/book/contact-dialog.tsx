import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  CONTACT_TYPES,
  ContactHandle,
  ContactName,
  ContactPhone,
  ContactType,
  type Contact,
} from '../../../../api/contract/contacts.ts'
import { addContact, saveContact } from '../../../data/contact-changes.ts'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFormDraft, useStoreDraft } from '../../../parts/form-draft.ts'
import { showRefusedFields } from '../../../parts/refused-fields.ts'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { changeMessage, TYPE_LABELS } from '../words.ts'
import { countryName, usePhoneCountry } from './phone-country.ts'
import { t } from '../../../texts/texts.ts'

const Form = z.object({
  contact_name: ContactName,
  contact_handle: ContactHandle,
  phone_number: ContactPhone,
  contact_type: ContactType,
})
type Values = z.input<typeof Form>
const NAMES = ['contact_name', 'contact_handle', 'phone_number', 'contact_type'] as const
const EMPTY: Values = { contact_name: '', contact_handle: '', phone_number: '', contact_type: 'friend' }
const types = CONTACT_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))

const valuesOf = (contact: Contact | null): Values =>
  contact === null
    ? EMPTY
    : {
        contact_name: contact.contact_name,
        contact_handle: contact.contact_handle ?? '',
        phone_number: contact.phone_number ?? '',
        contact_type: contact.contact_type,
      }

/** Adds a contact, or edits one. */
export function ContactDialog({
  contact,
  onDone,
  onClose,
}: {
  /** Null: add a new contact. */
  contact: Contact | null
  onDone: (message: string) => void
  onClose: () => void
}) {
  // Every attempt sends the same id, so that a retry adds nobody twice.
  const draft = useFormDraft<Values>(
    contact === null ? 'contact' : `contact:${contact.id}`,
    () => contact?.id ?? crypto.randomUUID(),
    valuesOf(contact),
  )
  const attempt = useAttempt()
  const country = usePhoneCountry()
  const form = useForm<Values>({ resolver: standardSchemaResolver(Form), defaultValues: draft.start })
  const { register, handleSubmit, control, reset, setError, formState } = form
  useStoreDraft(form, draft)
  const name = useWatch({ control, name: 'contact_name' })

  const save = (values: Values) => {
    const body = { ...values, phone_country: country }
    return attempt.run(
      () => (contact === null ? addContact(draft.id, body) : saveContact(contact, body)),
      (kept) => {
        reset(EMPTY)
        draft.forget()
        onDone(
          changeMessage(kept, () =>
            contact === null
              ? t('{contactName} was added.', { contactName: values.contact_name.trim() })
              : t('Your changes were saved.'),
          ),
        )
      },
      (fields) => showRefusedFields(setError, NAMES, fields).length > 0,
    )
  }
  const { errors } = formState
  return (
    <FormDialog
      title={contact === null ? t('Add Contact') : t('Edit Contact')}
      verb={contact === null ? t('Add Contact') : t('Save Changes')}
      ready={name.trim() !== ''}
      attempt={attempt}
      failure={contact === null ? t('Not added') : t('Not saved')}
      waits
      onSubmit={() => void handleSubmit(save)()}
      onClose={() => {
        draft.forget()
        onClose()
      }}
      onLeave={onClose}
    >
      <TextField
        label={t('Contact Name *')}
        required
        dir="auto"
        autoComplete="off"
        error={errors.contact_name?.message}
        {...register('contact_name')}
      />
      <TextField
        label={t('Handle')}
        aside={t('Optional')}
        placeholder={t('@username')}
        hint={t('Members who have each other’s handle see when the other is online.')}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        error={errors.contact_handle?.message}
        {...register('contact_handle')}
      />
      <TextField
        label={t('Phone Number')}
        type="tel"
        aside={t('Optional')}
        autoComplete="off"
        hint={t('Numbers without a country code are read as those of {country}.', {
          country: countryName(country),
        })}
        error={errors.phone_number?.message}
        {...register('phone_number')}
      />
      <Select
        label={t('Type')}
        options={types}
        error={errors.contact_type?.message}
        {...register('contact_type')}
      />
    </FormDialog>
  )
}
