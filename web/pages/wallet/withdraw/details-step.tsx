import { Landmark } from 'lucide-react'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { SavedBankAccount, WithdrawalOptions } from '../../../../api/contract/withdrawals.ts'
import { draftAmount, isPositive, plainAmount, typedAmount } from '../../../data/amounts.ts'
import { useProblems } from '../../../flow/use-problems.ts'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ProblemLine } from '../../../ui/problem.tsx'
import { exactTime } from '../../../ui/time-format.ts'
import { formatMoney } from '../../../texts/money.ts'
import { t } from '../../../texts/texts.ts'
import { translateServerText } from '../../../texts/translate-server-text.ts'
import { AccountChoice } from './account-choice.tsx'
import type { WithdrawFlow } from './flow.ts'
import type { Draft, Form } from './machine.ts'
import { MayLeave } from './may-leave.tsx'
import { accountOf, amountProblem, railOf, railsFor } from './offer.ts'
import { arrivalText, feeText, RAIL_LABELS } from './words.ts'

interface Values {
  amount: string
  /** Empty until one is chosen. */
  accountId: string
  rail: Draft['rail']
}

const FIELDS = ['amount', 'accountId', 'rail'] as const

/** How much, to which account, and how fast; with what may leave now and what later. */
export function DetailsStep({
  flow,
  state: { draft, problems },
  formId,
  options,
  accounts,
}: {
  flow: WithdrawFlow
  state: Form & { step: 'details' }
  formId: string
  options: WithdrawalOptions
  accounts: readonly SavedBankAccount[]
}) {
  const { control, register, handleSubmit, setError, setValue, formState } = useForm<Values>({
    defaultValues: {
      amount: draftAmount(draft.amount),
      accountId: accountOf(accounts, draft)?.id ?? '',
      rail: draft.rail,
    },
  })
  const values = useWatch({ control, compute: (all: Values) => all })
  const { amount, accountId, rail } = values
  useEffect(
    () =>
      flow.dispatch({
        type: 'drafted',
        draft: { amount: plainAmount(amount), accountId: accountId === '' ? null : accountId, rail },
      }),
    [flow, amount, accountId, rail],
  )
  useProblems(setError, problems, FIELDS)
  const account = accountOf(accounts, { accountId })
  const offer = railOf(options, account, rail)
  const submit = handleSubmit((typed) => {
    if (account === undefined || offer === undefined) return
    const { id, bank_name, last4, account_type } = account
    flow.dispatch({
      type: 'reviewed',
      intent: {
        draft: { amount: plainAmount(typed.amount), accountId: id, rail: offer.rail },
        account: { id, bank_name, last4, account_type },
        feeUsd: offer.fee_usd,
        arrivesBy: offer.arrives_by,
        key: crypto.randomUUID(),
      },
    })
  })
  const { errors } = formState
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5 pb-2">
      <MayLeave options={options} />
      {accounts.length === 0 ? (
        <EmptyState icon={<Landmark />} title={t('Add your bank account first')}>
          {t('Money goes to an account of your own. A new one can be used a day after you have added it.')}
        </EmptyState>
      ) : (
        <>
          <AmountField
            label={t('Amount')}
            currency="USD"
            error={errors.amount?.message}
            beside={
              offer !== undefined &&
              isPositive(offer.max_usd) && (
                <Button
                  variant="quiet"
                  className="shrink-0"
                  onClick={() =>
                    setValue('amount', typedAmount(offer.max_usd), {
                      shouldDirty: true,
                      shouldValidate: formState.isSubmitted,
                    })
                  }
                >
                  {t('All of it')}
                </Button>
              )
            }
            hint={limitsText(options)}
            {...register('amount', {
              validate: (typed) => offer === undefined || (amountProblem(typed, offer, options) ?? true),
            })}
          />
          <AccountChoice
            flow={flow}
            accounts={accounts}
            amount={draft.amount}
            problem={translated(errors.accountId?.message)}
            {...register('accountId', { validate: (id) => accountProblem(accounts, id) ?? true })}
          />
          <div className="grid gap-1.5">
            <Choice
              legend={t('How fast')}
              options={railsFor(options, account).map((one) => ({
                value: one.rail,
                label: RAIL_LABELS[one.rail],
                detail: `${feeText(one.fee_usd)} · ${arrivalText(one.rail, one.arrives_by)}`,
              }))}
              {...register('rail')}
            />
            <ProblemLine>{translated(errors.rail?.message)}</ProblemLine>
          </div>
        </>
      )}
    </form>
  )
}

const translated = (message: string | undefined): string | null =>
  message === undefined ? null : translateServerText(message)

const dollarsOf = (amount: string): string => formatMoney(amount, 'USD')

const limitsText = ({ day, month }: WithdrawalOptions): string =>
  t('Left of your limits (UTC): {day} today, {month} this month.', {
    day: dollarsOf(day.left_usd),
    month: dollarsOf(month.left_usd),
  })

const accountProblem = (accounts: readonly SavedBankAccount[], id: string): string | null => {
  const account = accounts.find((one) => one.id === id)
  if (account === undefined) return t('Choose a bank account.')
  return account.state === 'waiting'
    ? t(
        'A new account waits a day, so that you hear of one that somebody else has added. It can be used from {from} on.',
        {
          from: exactTime(Date.parse(account.usable_from)),
        },
      )
    : null
}
