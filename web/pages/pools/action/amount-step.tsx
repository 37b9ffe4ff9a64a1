import { decimalOf } from '../../../../api/contract/money.ts'
import { type SyntheticEvent, useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Age } from '../../../parts/freshness.tsx'
import { Cents } from '../cents.tsx'
import { useMarket } from '../market.tsx'
import type { AmountDraft } from './actions.ts'
import type { StepProps } from './flow.ts'
import { useProblems } from '../../../flow/use-problems.ts'
import { amountProblem } from './amounts.ts'
import { usePoolNow, useUsdBalance } from './use-money.ts'
import { t } from '../../../texts/texts.ts'
import { typedAmount } from '../../../data/amounts.ts'

const FIELDS = ['amount'] as const

/** The form for the amount to add or withdraw. */
export function AmountStep({ flow, draft, problems, formId }: StepProps<AmountDraft>) {
  const { kind, pool } = draft
  const balance = useUsdBalance()
  const held = usePoolNow(pool.id)
  const price = useMarket()?.simulated
    ? t('simulated price')
    : t('price of the market when it fills the order')
  const most = kind === 'add' ? balance.cents : (held.pool?.current_value_cents ?? null)
  const { control, register, handleSubmit, setError, setValue, formState } = useForm({
    defaultValues: { amount: draft.amount },
  })
  const amount = useWatch({ control, name: 'amount' })
  useEffect(
    () => flow.dispatch({ type: 'drafted', draft: { kind, pool, amount } }),
    [flow, kind, pool, amount],
  )
  useProblems(setError, problems, FIELDS)
  const submit = (event: SyntheticEvent) =>
    void handleSubmit((checked) =>
      flow.dispatch({
        type: 'reviewed',
        intent: { action: { kind, pool, amount: checked.amount }, key: crypto.randomUUID() },
      }),
    )(event)
  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-5 pb-2">
      <AmountField
        label={t('Amount')}
        currency="USD"
        hint={
          kind === 'add'
            ? t('From $1. It buys units at the {price}.', { price })
            : t('The pool’s cash is used first, then units are sold at the {price}.', { price })
        }
        error={formState.errors.amount?.message}
        {...register('amount', { validate: (typed) => amountProblem(kind, typed, most) ?? true })}
      />
      {kind === 'withdraw' && most !== null && most > 0 && (
        <div>
          <Button
            variant="quiet"
            size="sm"
            className="-ms-3"
            onClick={() =>
              setValue('amount', typedAmount(decimalOf(BigInt(most), 2)), {
                shouldDirty: true,
                shouldValidate: true,
              })
            }
          >
            {t('Use everything')}
          </Button>
        </div>
      )}
      <Facts label={t('Balances')}>
        <Fact name={t('Pool')}>{pool.name}</Fact>
        <Fact name={t('Pool value')}>
          {held.pool === null ? (
            <span>{t('Not known')}</span>
          ) : (
            <Cents cents={held.pool.current_value_cents} />
          )}
          <span className="block">
            <Age {...held} />
          </span>
        </Fact>
        <Fact name={t('Your USD balance')}>
          {balance.cents === null ? t('Not known') : <Cents cents={balance.cents} />}
        </Fact>
      </Facts>
    </form>
  )
}
