import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type Resolver, useForm } from 'react-hook-form'
import {
  BANK_DETAILS_MISSING,
  type PaymentOptions,
  SaveBankAccountRequest,
} from '../../../api/contract/deposits.ts'
import { useProblems } from '../../flow/use-problems.ts'
import { Banner } from '../../ui/banner.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { amountText } from './amount.ts'
import type { FundsFlow } from './flow.ts'
import type { FormState } from './machine.ts'
import { SandboxNotice } from './sandbox-notice.tsx'
import { StepNotice } from './step-notice.tsx'
import type { BankDetails } from './calls.ts'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

const EMPTY: BankDetails = {
  routing_number: '',
  account_number: '',
  account_holder_name: '',
  account_type: 'checking',
}

const resolver: Resolver<BankDetails> = standardSchemaResolver(SaveBankAccountRequest)

const FIELDS = ['routing_number', 'account_number', 'account_holder_name'] as const
const MISSING: Readonly<Record<(typeof FIELDS)[number], string>> = {
  routing_number: t('Enter the routing number.'),
  account_number: t('Enter the account number.'),
  account_holder_name: t('Enter the name of the account holder.'),
}

export function BankStep({
  flow,
  state,
  formId,
  options,
}: {
  flow: FundsFlow
  state: FormState & { step: 'bank_details' }
  formId: string
  options: PaymentOptions | null
}) {
  const { draft, problems, notice } = state
  const form = useForm<BankDetails>({ defaultValues: flow.typed().bank ?? EMPTY, resolver })
  const { register, setError, setValue, formState } = form
  useProblems(setError, problems, FIELDS)
  const submit = form.handleSubmit((bank) => {
    flow.type({ bank })
    flow.dispatch({ type: 'continued', typed: {}, key: crypto.randomUUID() })
  })
  const missing = FIELDS.some((name) => formState.errors[name]?.message === BANK_DETAILS_MISSING)
  /** The schema has one message for all missing fields, shown in the summary; each field shows its own instead. */
  const errorOf = (name: (typeof FIELDS)[number]): string | undefined => {
    const message = formState.errors[name]?.message
    return message === BANK_DETAILS_MISSING ? MISSING[name] : message
  }
  const accounts = options?.sandbox === true ? options.test_bank_accounts : []
  const fillInTestAccount = (chosen: string) => {
    const account = accounts.find(({ account_number: number }) => number === chosen)
    if (account === undefined) return
    setValue('routing_number', account.routing_number, { shouldValidate: formState.isSubmitted })
    setValue('account_number', account.account_number, { shouldValidate: formState.isSubmitted })
  }
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5 pb-2">
      <StepNotice notice={notice} />
      {missing && <Banner tone="debit" live="alert" title={translateServerText(BANK_DETAILS_MISSING)} />}
      {accounts.length > 0 && (
        <SandboxNotice>
          <p className="mb-3">{t('Use a test account, never one of your own.')}</p>
          <Select
            label={t('Fill in a test account')}
            options={[
              { value: '', label: t('Choose what should happen') },
              ...accounts.map(({ account_number: value, outcome }) => ({
                value,
                label: translateServerText(outcome),
              })),
            ]}
            onChoose={fillInTestAccount}
          />
        </SandboxNotice>
      )}
      <TextField
        label={t('Routing number')}
        hint={t('Nine digits')}
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        error={errorOf('routing_number')}
        {...register('routing_number')}
      />
      <TextField
        label={t('Account number')}
        hint={t('Handed to the payment processor; never kept here')}
        inputMode="numeric"
        maxLength={17}
        autoComplete="off"
        error={errorOf('account_number')}
        {...register('account_number')}
      />
      <TextField
        label={t('Account holder name')}
        autoComplete="name"
        error={errorOf('account_holder_name')}
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
      <Facts label={t('Summary')}>
        <Fact name={t('Taken from this account')}>
          <strong>{amountText(draft.amount)}</strong>
        </Fact>
        <Fact name={t('Fee')}>{t('Free')}</Fact>
        <Fact name={t('Expected arrival')}>{t('1-3 business days')}</Fact>
      </Facts>
    </form>
  )
}
