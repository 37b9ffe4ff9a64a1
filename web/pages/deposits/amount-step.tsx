import { REVERSIBLE_CENTS_MAX, REVERSIBLE_DAYS } from '../../../api/contract/limits.ts'
import { dollars } from '../../texts/money.ts'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type PaymentOptions } from '../../../api/contract/deposits.ts'
import { draftAmount, plainAmount } from '../../data/amounts.ts'
import { useProblems } from '../../flow/use-problems.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Select } from '../../ui/select.tsx'
import { amountProblem, amountText, CARD_FEE_TEXT, cardCost } from './amount.ts'
import type { FundsFlow } from './flow.ts'
import type { FormState } from './machine.ts'
import { SandboxNotice } from './sandbox-notice.tsx'
import { StepNotice } from './step-notice.tsx'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

interface Values {
  amount: string
  /** Number of the test card; sandbox only. */
  card: string
}

const FIELDS = ['amount'] as const

/** "4242 4242 4242 4242" */
const inFours = (number: string): string => number.replaceAll(/\d{4}(?=\d)/g, '$& ')

export function AmountStep({
  flow,
  state,
  formId,
  options,
}: {
  flow: FundsFlow
  state: FormState & { step: 'amount' }
  formId: string
  options: PaymentOptions | null
}) {
  const { draft, problems } = state
  const form = useForm<Values>({
    defaultValues: { amount: draftAmount(draft.amount), card: flow.typed().card ?? '' },
  })
  const { control, register, setError, formState, getValues, setValue } = form
  const amount = useWatch({ control, name: 'amount' })
  useEffect(() => flow.dispatch({ type: 'drafted', typed: { amount } }), [flow, amount])
  useProblems(setError, problems, FIELDS)
  const cards = draft.method === 'card' && options?.sandbox === true ? options.test_cards : []
  const [first] = cards
  useEffect(() => {
    if (first !== undefined && getValues('card') === '') setValue('card', first.number)
  }, [first, getValues, setValue])
  const submit = form.handleSubmit((values) => {
    flow.type({ card: values.card === '' ? null : values.card })
    const typed = { amount: plainAmount(values.amount) }
    flow.dispatch({ type: 'continued', typed, key: crypto.randomUUID() })
  })
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5 pb-2">
      <StepNotice notice={state.notice} />
      <AmountField
        label={t('Amount')}
        currency="USD"
        hint={t('From $1 to $5,000')}
        error={formState.errors.amount?.message}
        {...register('amount', { validate: (typed) => amountProblem(typed) ?? true })}
      />
      {cards.length > 0 && (
        <SandboxNotice>
          <p className="mb-3">
            {t('Each test card decides how its payment goes. Never use one of your own.')}
          </p>
          <Select
            label={t('Test card (sandbox)')}
            options={cards.map(({ number, outcome }) => ({
              value: number,
              label: `${translateServerText(outcome)} · ${inFours(number)}`,
            }))}
            {...register('card')}
          />
        </SandboxNotice>
      )}
      <Costs method={draft.method} amount={amount} />
      {(draft.method === 'ach' || draft.method === 'card') && (
        <p className="text-sm text-muted">
          {draft.method === 'ach'
            ? t(
                'Your bank can take a transfer back for {ach} days after it has arrived. Transfers of that time come to {reversibleCentsMax} at most, and your account cannot be closed before they are final.',
                { ach: REVERSIBLE_DAYS.ach, reversibleCentsMax: dollars(REVERSIBLE_CENTS_MAX) },
              )
            : t(
                'A card payment can be disputed for {card} days. Payments of that time come to {reversibleCentsMax} at most.',
                { card: REVERSIBLE_DAYS.card, reversibleCentsMax: dollars(REVERSIBLE_CENTS_MAX) },
              )}
        </p>
      )}
    </form>
  )
}

/** Summary of amount, fee, total and arrival before the deposit is submitted. */
function Costs({ method, amount }: { method: FormState['draft']['method']; amount: string }) {
  const card = method === 'card' ? cardCost(amount) : null
  return (
    <Facts label={t('Summary')}>
      <Fact name={t('Added to your wallet')}>{amountText(amount) ?? '—'}</Fact>
      {method === 'card' ? (
        <>
          <Fact name={t('Fee ({cardFeeText})', { cardFeeText: CARD_FEE_TEXT })}>{card?.fee ?? '—'}</Fact>
          <Fact name={t('Total charged to the card')}>
            <strong>{card?.total ?? '—'}</strong>
          </Fact>
          <Fact name={t('Arrival')}>{t('In moments')}</Fact>
        </>
      ) : (
        <>
          <Fact name={t('Fee')}>{t('Free')}</Fact>
          <Fact name={t('Arrival')}>
            {method === 'ach' ? t('1-3 business days') : t('When the other user approves')}
          </Fact>
        </>
      )}
    </Facts>
  )
}
