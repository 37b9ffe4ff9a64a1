import { useEffect, type SyntheticEvent } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { POOL_CENTS } from '../../../../api/contract/limits.ts'
import { POOL_NAME_MAX, POOL_NAME_MISSING, PoolType, RiskProfile } from '../../../../api/contract/pools.ts'
import { Select } from '../../../ui/select.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { MarketNotice } from '../market.tsx'
import { EXPECTED_RETURN, POOL_TYPES, RISK_PROFILES } from '../words.ts'
import type { PoolDraft } from './actions.ts'
import type { StepProps } from './flow.ts'
import { useProblems } from '../../../flow/use-problems.ts'
import { amountProblem } from './amounts.ts'
import { SteppedAmount, TargetAmount } from './stepped-amount.tsx'
import { t } from '../../../texts/texts.ts'

const INITIAL_STEP_CENTS = 100_00

const TYPES = PoolType.options.map((value) => ({ value, label: POOL_TYPES[value] }))
const RISKS = RiskProfile.options.map((value) => ({ value, label: RISK_PROFILES[value] }))

const FIELDS = ['name', 'type', 'risk', 'initial', 'target'] as const
const asDrafted = (draft: PoolDraft): PoolDraft => draft

/** The form of a new pool. */
export function CreateStep({ flow, draft, problems, formId }: StepProps<PoolDraft>) {
  const { control, register, handleSubmit, setError, formState } = useForm<PoolDraft>({
    defaultValues: draft,
  })
  const values = useWatch({ control, compute: asDrafted })
  useEffect(() => flow.dispatch({ type: 'drafted', draft: values }), [flow, values])
  useProblems(setError, problems, FIELDS)
  const { errors } = formState
  const submit = (event: SyntheticEvent) =>
    void handleSubmit((checked) =>
      flow.dispatch({
        type: 'reviewed',
        intent: { action: { ...checked, name: checked.name.trim() }, key: crypto.randomUUID() },
      }),
    )(event)
  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-5 pb-2">
      <TextField
        label={t('Pool Name')}
        placeholder={t('e.g. Phone bill')}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name', {
          validate: (name) =>
            name.trim() === ''
              ? POOL_NAME_MISSING
              : name.trim().length <= POOL_NAME_MAX ||
                t('The name can have at most {max} characters.', { max: POOL_NAME_MAX }),
        })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select label={t('Pool Type')} options={TYPES} error={errors.type?.message} {...register('type')} />
        <Select
          label={t('Risk Profile')}
          options={RISKS}
          hint={t('Expected annual return: {risk}', { risk: EXPECTED_RETURN[values.risk] })}
          error={errors.risk?.message}
          {...register('risk')}
        />
      </div>
      <Controller
        control={control}
        name="initial"
        rules={{ validate: (typed) => amountProblem('initial', typed) ?? true }}
        render={({ field: { value, onChange } }) => (
          <SteppedAmount
            label={t('Initial Investment')}
            hint={t('Minimum $100')}
            error={errors.initial?.message}
            value={value}
            step_cents={INITIAL_STEP_CENTS}
            least_cents={POOL_CENTS.initialMin}
            onChange={onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="target"
        rules={{ validate: (typed) => amountProblem('target', typed) ?? true }}
        render={({ field: { value, onChange } }) => (
          <TargetAmount error={errors.target?.message} value={value} onChange={onChange} />
        )}
      />
      <SwitchField
        label={t('Automatic bill payment')}
        hint={t('This pool’s dividends and gains pay your bills from three days before they are due.')}
        {...register('autoPay')}
      />
      <MarketNotice />
    </form>
  )
}
