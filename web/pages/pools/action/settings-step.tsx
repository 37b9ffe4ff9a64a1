import { type SyntheticEvent, useEffect } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { SwitchField } from '../../../ui/switch-field.tsx'
import type { SettingsDraft } from './actions.ts'
import type { StepProps } from './flow.ts'
import { useProblems } from '../../../flow/use-problems.ts'
import { amountProblem } from './amounts.ts'
import { TargetAmount } from './stepped-amount.tsx'
import { t } from '../../../texts/texts.ts'

const FIELDS = ['target'] as const

/** The form of a pool's settings: auto-pay and monthly target. */
export function SettingsStep({ flow, draft, problems, formId }: StepProps<SettingsDraft>) {
  const { pool } = draft
  const { control, register, handleSubmit, setError, formState } = useForm({
    defaultValues: { autoPay: draft.autoPay, target: draft.target },
  })
  const [autoPay, target] = useWatch({ control, name: ['autoPay', 'target'] })
  useEffect(
    () => flow.dispatch({ type: 'drafted', draft: { kind: 'settings', pool, autoPay, target } }),
    [flow, pool, autoPay, target],
  )
  useProblems(setError, problems, FIELDS)
  const submit = (event: SyntheticEvent) =>
    void handleSubmit((checked) =>
      flow.dispatch({
        type: 'submitted',
        intent: { action: { kind: 'settings', pool, ...checked }, key: crypto.randomUUID() },
      }),
    )(event)
  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-5 pb-2">
      <p className="font-semibold wrap-anywhere">{pool.name}</p>
      <SwitchField
        label={t('Automatic bill payment')}
        hint={t(
          'This pool’s dividends and gains pay your bills from three days before they are due. What you invested is left alone.',
        )}
        {...register('autoPay')}
      />
      <Controller
        control={control}
        name="target"
        rules={{ validate: (typed) => amountProblem('target', typed) ?? true }}
        render={({ field: { value, onChange } }) => (
          <TargetAmount error={formState.errors.target?.message} value={value} onChange={onChange} />
        )}
      />
    </form>
  )
}
