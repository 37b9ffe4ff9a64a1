import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { plainAmount, typedAmount } from '../../data/amounts.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { OfflineReason } from '../../parts/offline-reason.tsx'
import { Amount } from '../../parts/hidden-balances.tsx'
import { amountProblem } from './amount-problem.ts'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'

interface Values {
  to: string
  amount: string
}

/** Form for a token amount and, for a transfer, the recipient; its button opens the review. */
export function AmountForm({
  label,
  verb,
  doing,
  max,
  tooMuch,
  busy,
  completedActions,
  toSomebody = false,
  children,
  onSubmit,
}: {
  label: string
  /** Label of the submit button. */
  verb: string
  /** The action as the beginning of the sentence "… needs a connection". */
  doing: string
  /** Maximum amount; null when unknown. */
  max: string | null
  /** Error message for an amount above the maximum. */
  tooMuch: string
  busy: boolean
  /** Count of completed actions; the form resets whenever it changes. */
  completedActions: number
  toSomebody?: boolean
  children?: ReactNode
  /** `from` is the amount field, which gets the focus when the dialog closes. */
  onSubmit: (values: { to: string; amount: string }, from: HTMLElement) => void
}) {
  const { control, register, handleSubmit, setValue, reset, formState } = useForm<Values>({
    defaultValues: { to: '', amount: '' },
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (completedActions > 0) reset()
  }, [reset, completedActions])
  const { to, amount } = useWatch({ control })
  const offline = useConnectivity() === 'offline'
  const submit = (event: SyntheticEvent) => {
    void handleSubmit((values) => {
      const field = form.current?.elements.namedItem('amount')
      if (field instanceof HTMLElement && !busy && !offline)
        onSubmit({ to: values.to.trim(), amount: plainAmount(values.amount) }, field)
    })(event)
  }
  const missing = amount?.trim() === '' || (toSomebody && to?.trim() === '')
  const { errors } = formState
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {toSomebody && (
        <TextField
          label={t('Recipient')}
          placeholder={t('@username, email or DID')}
          error={errors.to?.message}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          {...register('to', {
            validate: (typed) => typed.trim() !== '' || t('Please specify the recipient'),
          })}
        />
      )}
      <AmountField
        label={label}
        currency="YUT"
        aside={max === null ? t('Balance not known') : <Most max={max} />}
        error={errors.amount?.message}
        {...register('amount', { validate: (typed) => amountProblem(typed, max, tooMuch) ?? true })}
      />
      {children}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={busy || offline || missing}>
          {verb}
        </Button>
        <Button
          variant="quiet"
          disabled={max === null}
          onClick={() =>
            setValue('amount', typedAmount(max ?? ''), { shouldDirty: true, shouldValidate: true })
          }
        >
          {t('Use maximum')}
        </Button>
      </div>
      {offline && (
        <OfflineReason>
          {t('You are offline. {doing} needs a connection; what you typed is kept.', { doing })}
        </OfflineReason>
      )}
    </form>
  )
}

function Most({ max }: { max: string }) {
  return <span>{rich('Up to {max}', { max: <Amount amount={max} currency="YUT" /> })}</span>
}
