import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useCallback } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { isRoutingNumber, SaveBankAccountRequest } from '../../../../api/contract/deposits.ts'
import type { NamedBank } from '../../../../api/contract/withdrawals.ts'
import { ApiError } from '../../../data/errors.ts'
import { useAuth } from '../../../data/session.tsx'
import { useAsync } from '../../../data/use-async.ts'
import { bankNamed, testBankAccounts } from '../../../data/withdrawals.ts'
import { useProblems } from '../../../flow/use-problems.ts'
import { Choice } from '../../../ui/choice.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { t } from '../../../texts/texts.ts'
import { digitsIn, DIGITS_PASTED_MAX } from '../../../texts/typed.ts'
import {
  BANK_FIELDS,
  bankFieldProblem,
  type TestAccount,
  TestAccounts,
} from '../../deposits/bank-details.tsx'
import type { TypedAccount } from './account-call.ts'
import type { WithdrawFlow } from './flow.ts'
import type { Form } from './machine.ts'

const resolver: Resolver<TypedAccount> = standardSchemaResolver(SaveBankAccountRequest)

const DIGITS = 9
const WHERE = t('Nine digits, on your checks and in your bank’s app')

/** A bank account of one's own. What is typed is never stored on the device. */
export function AccountStep({
  flow,
  state,
  formId,
}: {
  flow: WithdrawFlow
  state: Extract<Form, { step: 'new_account' | 'saving_account' }>
  formId: string
}) {
  const { user } = useAuth()
  const saving = state.step === 'saving_account'
  const { control, register, setError, setValue, handleSubmit, formState } = useForm<TypedAccount>({
    defaultValues: flow.typed() ?? {
      routing_number: '',
      account_number: '',
      account_holder_name: user?.google_user_data.name ?? '',
      account_type: 'checking',
    },
    resolver,
  })
  useProblems(setError, saving ? NO_PROBLEMS : state.problems, BANK_FIELDS)
  const { value: tests } = useAsync(testBankAccounts)
  const submit = handleSubmit((account) => {
    flow.type(account)
    flow.dispatch({ type: 'sent_account' })
  })
  const fillIn = ({ routing_number: routing, account_number: number }: TestAccount) => {
    const shouldValidate = formState.isSubmitted
    setValue('routing_number', routing, { shouldValidate })
    setValue('account_number', number, { shouldValidate })
  }
  const { hint, problem } = useRouting(useWatch({ control, name: 'routing_number' }))
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5 pb-2">
      {!saving && <Problem title={t('The account was not saved')}>{state.notice}</Problem>}
      <p className="text-sm text-muted">
        {t(
          'An account of your own. It can be used a day after you have added it, and we tell you that it was added: so nobody who gets at your open browser can empty the wallet.',
        )}
      </p>
      <TestAccounts accounts={tests ?? []} onChoose={fillIn} />
      <TextField
        label={t('Account holder name')}
        autoComplete="name"
        readOnly={saving}
        error={bankFieldProblem(formState.errors, 'account_holder_name')}
        {...register('account_holder_name')}
      />
      <Choice
        legend={t('Account type')}
        options={[
          { value: 'checking', label: t('Checking') },
          { value: 'savings', label: t('Savings') },
        ]}
        {...register('account_type')}
      />
      <TextField
        label={t('Routing number')}
        hint={hint}
        inputMode="numeric"
        maxLength={DIGITS_PASTED_MAX}
        autoComplete="off"
        readOnly={saving}
        error={bankFieldProblem(formState.errors, 'routing_number') ?? problem}
        {...register('routing_number', { setValueAs: digitsIn })}
      />
      <TextField
        label={t('Account number')}
        hint={t('Kept encrypted for paying out, and shown to nobody again')}
        inputMode="numeric"
        maxLength={DIGITS_PASTED_MAX}
        autoComplete="off"
        readOnly={saving}
        error={bankFieldProblem(formState.errors, 'account_number')}
        {...register('account_number', { setValueAs: digitsIn })}
      />
    </form>
  )
}

const NO_PROBLEMS = {}

interface RoutingSaid {
  readonly hint: string
  readonly problem?: string | undefined
}

/** What the digits typed so far say, and which bank has them, before anything is sent to it. */
const useRouting = (typed: string): RoutingSaid => {
  const number = digitsIn(typed)
  const isValid = isRoutingNumber(number)
  const look = useCallback(
    async (signal: AbortSignal) => (isValid ? bankNamed(number, signal) : null),
    [isValid, number],
  )
  const { value: bank, error } = useAsync(look)
  if (isValid) {
    if (error instanceof ApiError && error.code === 'routing_number_unknown')
      return { hint: WHERE, problem: error.message }
    return { hint: bank === null ? t('Nine digits that fit together') : bankText(bank) }
  }
  if (number.length === DIGITS)
    return { hint: WHERE, problem: t('This is not a valid routing number. Check its nine digits.') }
  return { hint: number === '' ? WHERE : t('Nine digits; {count} so far', { count: number.length }) }
}

const bankText = ({ bank_name: name, rails }: NamedBank): string => {
  const bank = name ?? t('A bank whose name we don’t know')
  return rails.includes('instant') ? bank : t('{bank}; it takes no instant payments', { bank })
}
