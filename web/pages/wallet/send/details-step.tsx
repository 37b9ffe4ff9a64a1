import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import type { SavedContact } from '../../../../api/contract/contacts.ts'
import { MESSAGE_MAX } from '../../../../api/contract/fields.ts'
import { UnifiedTransferRequest, type WalletOverview } from '../../../../api/contract/wallet.ts'
import { draftAmount, plainAmount } from '../../../data/amounts.ts'
import { balanceIn } from '../../../data/balance.ts'
import { isAbove, leftToday } from '../../../data/daily-limit.ts'
import { useContacts } from '../../../data/contacts.ts'
import { dailyLimit } from '../../../data/security.ts'
import { useCached } from '../../../data/cached.ts'
import { walletOverview } from '../../../data/wallet.ts'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Age } from '../../../parts/freshness.tsx'
import { Amount } from '../../../parts/hidden-balances.tsx'
import { amountText, equivalentText } from './amount-text.ts'
import type { Problems } from '../../../flow/machine.ts'
import { useProblems } from '../../../flow/use-problems.ts'
import type { SendFlow } from './flow.ts'
import type { Draft, Form } from './machine.ts'
import { identifierOf } from '../../payees/payees.ts'
import { PayeePicker } from '../../payees/payee-picker.tsx'
import { VARIANTS } from './variants.ts'
import { formatMoney } from '../../../texts/money.ts'
import { rich } from '../../../texts/rich.tsx'
import { t } from '../../../texts/texts.ts'

/** Form values with the field names of the API request, because its schema validates them. */
interface Values {
  to_user_identifier: string
  currency: Draft['currency']
  amount: string
  message?: string | undefined
}

const valuesOf = ({ to, currency, amount, message }: Draft): Values => ({
  to_user_identifier: to,
  currency,
  amount: draftAmount(amount),
  message,
})
const draftIn =
  (variant: Draft['variant']) =>
  ({ to_user_identifier: to, currency, amount, message }: Values): Draft => ({
    variant,
    to,
    currency,
    amount,
    message: message ?? '',
  })

const bySchema: Resolver<Values> = standardSchemaResolver(UnifiedTransferRequest)

const FIELDS = ['to_user_identifier', 'amount', 'message'] as const
const NO_PROBLEMS: Problems = {}
const NOBODY: readonly never[] = []

/**
 * Applies the form's own rules first, then the contract's. Amounts are validated as they will be sent: "$1,000" as
 * 1000.
 */
const resolverFor =
  (
    variant: Draft['variant'],
    available: (currency: Draft['currency']) => string | null,
    /** Dollars that may leave today; null if they are not limited or not known for sure. */
    left: string | null,
    contacts: readonly SavedContact[],
  ): Resolver<Values> =>
  (typed, context, options) => {
    const values = { ...typed, to_user_identifier: identifierOf(typed.to_user_identifier, contacts) }
    const draft = draftIn(variant)(values)
    const tooMuch = left !== null && isAbove(plainAmount(values.amount), values.currency, left)
    const problems: Problems = {
      ...(tooMuch && {
        amount: t('Your daily limit leaves {left} for today (UTC).', { left: dollarsOf(left) }),
      }),
      ...VARIANTS[variant].problemsOf(draft, available(values.currency)),
    }
    const errors = Object.entries(problems).map(([name, message]) => [name, { type: 'rule', message }])
    if (errors.length > 0) return { values: {}, errors: Object.fromEntries(errors) }
    return bySchema({ ...values, amount: plainAmount(values.amount) }, context, options)
  }

const dollarsOf = (amount: string): string => formatMoney(amount, 'USD')

const balanceOf = (wallet: WalletOverview, currency: Draft['currency']): string =>
  currency === 'YUT' ? wallet.yut.balance : balanceIn(wallet, currency)

export function DetailsStep({ flow, state, formId }: { flow: SendFlow; state: Form; formId: string }) {
  const { variant } = state.draft
  const { currencies } = VARIANTS[variant]
  const wallet = useCached(walletOverview)
  const balance = (currency: Draft['currency']) =>
    wallet.value === null ? null : balanceOf(wallet.value, currency)
  const limit = useCached(dailyLimit)
  const contacts = useContacts().value ?? NOBODY
  const left = limit.value === null ? null : leftToday(limit.value)
  const form = useForm<Values>({
    defaultValues: valuesOf(state.draft),
    resolver: resolverFor(variant, balance, limit.state === 'live' ? left : null, contacts),
  })
  const { control, register, setError, setValue, formState } = form
  const values = useWatch({ control, compute: draftIn(variant) })
  useEffect(() => flow.dispatch({ type: 'drafted', draft: values }), [flow, values])

  useProblems(setError, state.step === 'details' ? state.problems : NO_PROBLEMS, FIELDS)

  const submit = form.handleSubmit((parsed) => {
    flow.dispatch({
      type: 'continued',
      draft: draftIn(variant)({ ...parsed, amount: plainAmount(parsed.amount) }),
    })
  })
  const available = (currency: Draft['currency']) => {
    const amount = balance(currency)
    return amount === null ? (
      t('Balance not known')
    ) : (
      <>{rich('{amount} available', { amount: <Amount amount={amount} currency={currency} /> })}</>
    )
  }
  const plain = plainAmount(values.amount)
  const equivalent = equivalentText(plain, values.currency)
  const { errors, isSubmitted } = formState
  // An invalid amount disables Continue, so the field shows the reason on blur.
  const checkAmount = () => void form.trigger('amount')
  const readOnly = state.step === 'looking_up'
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5 pb-2">
      <div className="grid gap-2">
        {currencies.length === 1 ? (
          <p className="text-sm text-muted tabular">{available(values.currency)}</p>
        ) : (
          <Choice
            legend={t('Currency')}
            options={currencies.map((value) => ({ value, label: value, detail: available(value) }))}
            {...register('currency')}
          />
        )}
        {left !== null && (
          <p className="text-sm text-muted tabular">
            {t('{left} of your daily limit of {limit} is left today (UTC).', {
              left: dollarsOf(left),
              limit: dollarsOf(limit.value?.limit_usd ?? left),
            })}
          </p>
        )}
        <Age {...wallet} />
      </div>
      <PayeePicker
        to={values.to}
        contacts={contacts}
        disabled={readOnly}
        onPick={(handle) =>
          setValue('to_user_identifier', handle, { shouldDirty: true, shouldValidate: isSubmitted })
        }
      />
      <TextField
        label={t('Send To')}
        placeholder={t('@username, email or DID')}
        hint={t('Enter Youtility handle, email address, or DID')}
        error={errors.to_user_identifier?.message}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        readOnly={readOnly}
        {...register('to_user_identifier')}
      />
      <AmountField
        label={t('Amount')}
        currency={values.currency}
        hint={
          equivalent === null
            ? t('Estimated at 1 YUT = $0.10')
            : t('≈ {equivalent} (estimated at 1 YUT = $0.10)', { equivalent })
        }
        error={errors.amount?.message}
        readOnly={readOnly}
        {...register('amount', {
          onBlur: () => values.amount.trim() !== '' && checkAmount(),
          onChange: () => errors.amount && checkAmount(),
        })}
      />
      <TextArea
        label={t('Message (optional)')}
        text={values.message}
        limit={MESSAGE_MAX}
        error={errors.message?.message}
        readOnly={readOnly}
        {...register('message')}
      />
      <Preview draft={{ ...values, amount: plain }} />
    </form>
  )
}

/** Preview of the transfer as filled in so far. */
function Preview({ draft }: { draft: Draft }) {
  return (
    <Facts label={t('Preview')}>
      <Fact name={t('To')}>
        <bdi translate="no">{draft.to.trim() === '' ? '—' : draft.to.trim()}</bdi>
      </Fact>
      <Fact name={t('Amount')}>{amountText(draft.amount, draft.currency) ?? '—'}</Fact>
      <Fact name={t('Equivalent')}>{equivalentText(draft.amount, draft.currency) ?? '—'}</Fact>
      <Fact name={t('Fee')}>{t('Free')}</Fact>
      <Fact name={t('Speed')}>{t('Instant')}</Fact>
    </Facts>
  )
}
