import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { SavedContact } from '../../../api/contract/contacts.ts'
import { Message, MESSAGE_MAX } from '../../../api/contract/fields.ts'
import { REQUEST_FROM_MISSING } from '../../../api/contract/requests.ts'
import { useContacts } from '../../data/contacts.ts'
import { useProblems } from '../../flow/use-problems.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { amountText } from './amount.ts'
import type { FundsFlow } from './flow.ts'
import type { FormState } from './machine.ts'
import { PayeePicker } from '../payees/payee-picker.tsx'
import { identifierOf } from '../payees/payees.ts'
import { StepNotice } from './step-notice.tsx'
import { t } from '../../texts/texts.ts'

const NOBODY: readonly SavedContact[] = []

interface Values {
  from: string
  message: string
}

const FIELDS = ['from', 'message'] as const

export function TransferStep({
  flow,
  state,
  formId,
}: {
  flow: FundsFlow
  state: FormState & { step: 'transfer_details' }
  formId: string
}) {
  const { draft, problems, notice } = state
  const form = useForm<Values>({ defaultValues: { from: draft.from, message: draft.message } })
  const contacts = useContacts().value ?? NOBODY
  const { control, register, setError, setValue, formState } = form
  const [from, message] = useWatch({ control, name: ['from', 'message'] })
  useEffect(() => flow.dispatch({ type: 'drafted', typed: { from, message } }), [flow, from, message])
  useProblems(setError, problems, FIELDS)
  const submit = form.handleSubmit((values) => {
    // A contact's name stands for their handle, as in Send.
    const typed = { from: identifierOf(values.from.trim(), contacts), message: values.message }
    flow.dispatch({ type: 'continued', typed, key: crypto.randomUUID() })
  })
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5 pb-2">
      <StepNotice notice={notice} />
      <PayeePicker
        to={from}
        contacts={contacts}
        disabled={false}
        onPick={(handle) =>
          setValue('from', handle, { shouldDirty: true, shouldValidate: formState.isSubmitted })
        }
      />
      <TextField
        label={t('From User')}
        placeholder={t('@username, email or DID')}
        hint={t('Enter Youtility handle, email address, or DID')}
        error={formState.errors.from?.message}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        {...register('from', { validate: (typed) => typed.trim() !== '' || REQUEST_FROM_MISSING })}
      />
      <TextArea
        label={t('Message (optional)')}
        text={message}
        limit={MESSAGE_MAX}
        error={formState.errors.message?.message}
        {...register('message', {
          validate: (typed) => Message.safeParse(typed).error?.issues[0]?.message ?? true,
        })}
      />
      <Facts label={t('Summary')}>
        <Fact name={t('You ask for')}>
          <strong>{amountText(draft.amount)}</strong>
        </Fact>
        <Fact name={t('Fee')}>{t('Free')}</Fact>
        <Fact name={t('Arrival')}>{t('When the other user approves')}</Fact>
        <Fact name={t('Open for')}>{t('30 days')}</Fact>
      </Facts>
    </form>
  )
}
