import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import {
  CreateProposalRequest,
  DESCRIPTION_MAX,
  ProposalType,
  VOTING_DAYS_MAX,
  VOTING_DAYS_MIN,
} from '../../../../api/contract/governance.ts'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { ActionFlow } from './flow.ts'
import type { ProposalDraft } from './machine.ts'
import { PROPOSAL_TYPES } from './words.ts'
import { t } from '../../../texts/texts.ts'

/** Form values with the field names of the API request, because its schema validates them. */
interface Values {
  title: string
  description: string
  proposal_type: ProposalType
  voting_days: number
}

const draftOf = ({ title, description, proposal_type: type, voting_days: days }: Values): ProposalDraft => ({
  title,
  description,
  type,
  days,
})

const resolver: Resolver<Values> = standardSchemaResolver(CreateProposalRequest)

const TYPES = ProposalType.options.map((value) => ({ value, label: PROPOSAL_TYPES[value] }))
const DAYS = Array.from({ length: VOTING_DAYS_MAX - VOTING_DAYS_MIN + 1 }, (_, index) => {
  const days = VOTING_DAYS_MIN + index
  return { value: String(days), label: t('{days} days', { days }) }
})

/** The form of a new proposal. */
export function ComposeStep({
  flow,
  draft,
  formId,
}: {
  flow: ActionFlow
  draft: ProposalDraft
  formId: string
}) {
  const { control, register, handleSubmit, formState } = useForm<Values>({
    defaultValues: {
      title: draft.title,
      description: draft.description,
      proposal_type: draft.type,
      voting_days: draft.days,
    },
    resolver,
  })
  const values = useWatch({ control, compute: draftOf })
  useEffect(() => flow.dispatch({ type: 'drafted', draft: values }), [flow, values])
  const submit = handleSubmit((parsed) =>
    flow.dispatch({
      type: 'reviewed',
      intent: { action: { kind: 'propose', draft: draftOf(parsed) }, key: crypto.randomUUID() },
    }),
  )
  const { errors } = formState
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5 pb-2">
      <TextField label={t('Title')} autoComplete="off" error={errors.title?.message} {...register('title')} />
      <TextArea
        label={t('Description')}
        rows={6}
        text={values.description}
        limit={DESCRIPTION_MAX}
        error={errors.description?.message}
        {...register('description')}
      />
      <Select
        label={t('Type')}
        options={TYPES}
        error={errors.proposal_type?.message}
        {...register('proposal_type')}
      />
      <Select
        label={t('Voting runs for')}
        options={DAYS}
        error={errors.voting_days?.message}
        {...register('voting_days', { valueAsNumber: true })}
      />
      <p className="text-muted">{t('The stake that a proposal needs stays locked until its voting ends.')}</p>
    </form>
  )
}
