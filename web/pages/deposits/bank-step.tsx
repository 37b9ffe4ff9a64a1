import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { ReactNode } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import {
  type PaymentOptions,
  BANK_DETAILS_MISSING,
  SaveBankAccountRequest,
} from '../../../api/contract/deposits.ts'
import { type BankAccount } from '../../../api/contract/funding-accounts.ts'
import { useProblems } from '../../flow/use-problems.ts'
import { Banner } from '../../ui/banner.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { accountText } from '../../parts/account-text.ts'
import { savedFrom } from './bank-accounts.ts'
import { BANK_FIELDS, bankFieldProblem, type TestAccount, TestAccounts } from './bank-details.tsx'
import { amountText } from './amount.ts'
import { DebitAuthorization } from './debit-authorization.tsx'
import type { FundsFlow } from './flow.ts'
import type { FormState } from './machine.ts'
import { StepNotice } from './step-notice.tsx'
import type { BankDetails } from './calls.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'
import { digitsIn, DIGITS_PASTED_MAX } from '../../texts/typed.ts'

const EMPTY: BankDetails = {
  routing_number: '',
  account_number: '',
  account_holder_name: '',
  account_type: 'checking',
}

/** In place of the id of a saved account. */
const ANOTHER = 'another'

const isUsable = ({ validation }: BankAccount): boolean =>
  validation === undefined || validation.state === 'valid' || validation.state === 'asked'

const resolver: Resolver<BankDetails> = standardSchemaResolver(SaveBankAccountRequest)

/** Which account is debited: a saved one, or another whose details are typed. */
export function BankStep({
  flow,
  state,
  formId,
  options,
  accounts,
}: {
  flow: FundsFlow
  state: FormState & { step: 'bank_details' }
  formId: string
  options: PaymentOptions | null
  accounts: readonly BankAccount[]
}) {
  const usable = accounts.filter(isUsable)
  // What was typed before, or is wrong, is shown again.
  const isTyping = flow.typed().bank !== null || Object.keys(state.problems).length > 0
  const { control, register } = useForm({
    defaultValues: { account: isTyping ? ANOTHER : (usable[0]?.payment_method_id ?? ANOTHER) },
  })
  const chosen = useWatch({ control, name: 'account' })
  const account = usable.find(({ payment_method_id: id }) => id === chosen)
  const head = (
    <>
      <StepNotice notice={state.notice} />
      {usable.length > 0 && (
        <Choice
          legend={t('From')}
          stacked
          options={[
            ...usable.map((one) => ({
              value: one.payment_method_id,
              label: accountText(one),
              ...(one.validation?.state === 'asked' && { detail: t('Waits to be confirmed') }),
            })),
            { value: ANOTHER, label: t('Another account') },
          ]}
          {...register('account')}
        />
      )}
    </>
  )
  if (account === undefined)
    return <DetailsForm flow={flow} state={state} formId={formId} options={options} head={head} />
  return (
    <form
      id={formId}
      noValidate
      className="grid gap-5 pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        flow.type({ account: async () => account, bank: null })
        flow.dispatch(
          account.validation?.state === 'asked'
            ? { type: 'checked_account', account }
            : { type: 'continued', typed: {}, key: crypto.randomUUID() },
        )
      }}
    >
      {head}
      <Summary amount={state.draft.amount} />
      <DebitAuthorization amount={state.draft.amount} button={t('Start Transfer')} />
    </form>
  )
}

function DetailsForm({
  flow,
  state,
  formId,
  options,
  head,
}: {
  flow: FundsFlow
  state: FormState & { step: 'bank_details' }
  formId: string
  options: PaymentOptions | null
  head: ReactNode
}) {
  const { draft, problems } = state
  const form = useForm<BankDetails>({ defaultValues: flow.typed().bank ?? EMPTY, resolver })
  const { register, setError, setValue, formState } = form
  useProblems(setError, problems, BANK_FIELDS)
  const submit = form.handleSubmit((bank) => {
    flow.type({ bank, account: savedFrom(bank) })
    flow.dispatch({ type: 'continued', typed: {}, key: crypto.randomUUID() })
  })
  const missing = BANK_FIELDS.some((name) => formState.errors[name]?.message === BANK_DETAILS_MISSING)
  const accounts = options?.sandbox === true ? options.test_bank_accounts : []
  const fillIn = ({ routing_number: routing, account_number: number }: TestAccount) => {
    setValue('routing_number', routing, { shouldValidate: formState.isSubmitted })
    setValue('account_number', number, { shouldValidate: formState.isSubmitted })
  }
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5 pb-2">
      {head}
      {missing && <Banner tone="debit" live="alert" title={translateServerText(BANK_DETAILS_MISSING)} />}
      <TestAccounts accounts={accounts} onChoose={fillIn} />
      <TextField
        label={t('Routing number')}
        hint={t('Nine digits')}
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        error={bankFieldProblem(formState.errors, 'routing_number')}
        {...register('routing_number', { setValueAs: digitsIn })}
      />
      <TextField
        label={t('Account number')}
        hint={t('Handed to the payment processor; never kept here')}
        inputMode="numeric"
        maxLength={DIGITS_PASTED_MAX}
        autoComplete="off"
        error={bankFieldProblem(formState.errors, 'account_number')}
        {...register('account_number', { setValueAs: digitsIn })}
      />
      <TextField
        label={t('Account holder name')}
        autoComplete="name"
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
      <Summary amount={draft.amount} />
      <DebitAuthorization amount={draft.amount} button={t('Start Transfer')} />
    </form>
  )
}

function Summary({ amount }: { amount: string }) {
  return (
    <Facts label={t('Summary')}>
      <Fact name={t('Taken from this account')}>
        <strong>{amountText(amount)}</strong>
      </Fact>
      <Fact name={t('Fee')}>{t('Free')}</Fact>
      <Fact name={t('Expected arrival')}>{t('1-3 business days')}</Fact>
    </Facts>
  )
}
