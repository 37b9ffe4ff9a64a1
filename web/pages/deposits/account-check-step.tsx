import { useForm } from 'react-hook-form'
import { useProblems } from '../../flow/use-problems.ts'
import { t } from '../../texts/texts.ts'
import { visibleText } from '../../texts/typed.ts'
import { Banner } from '../../ui/banner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { longDate } from '../../ui/time-format.ts'
import { asksFor, notConfirmed } from './account-words.ts'
import { accountText } from '../../parts/account-text.ts'
import { amountText } from './amount.ts'
import { DebitAuthorization } from './debit-authorization.tsx'
import { confirmedBy } from './bank-accounts.ts'
import type { FundsFlow } from './flow.ts'
import type { FormState } from './machine.ts'
import { StepNotice } from './step-notice.tsx'

interface Values {
  proof: string
  second: string
}

const FIELDS = ['proof'] as const

/** Cents as they are typed: 32, 0.32, 0,32 or $0.32; null when it is none of these. */
const centsOf = (typed: string): number | null => {
  const [, dollars, cents] = /^\$?(0?[.,])?(\d{1,2})$/.exec(visibleText(typed)) ?? []
  const number = cents === undefined || (dollars !== undefined && cents.length !== 2) ? 0 : Number(cents)
  return number > 0 ? number : null
}
const amountProblem = (typed: string): string | true =>
  centsOf(typed) === null ? t('Enter an amount from 1 to 99 cents.') : true
const codeProblem = (typed: string): string | true =>
  /^sm[0-9a-z]{4}$/i.test(visibleText(typed)) || t('The code has six letters and digits and begins with SM.')

/** Asks what arrived in a bank account, before the first transfer from it. */
export function AccountCheckStep({
  flow,
  state,
  formId,
}: {
  flow: FundsFlow
  state: FormState & { step: 'account_check' }
  formId: string
}) {
  const { account, draft, problems, notice } = state
  const { arrives_by: arrivesBy = null, until = null } = account.validation ?? {}
  const asks = asksFor(account)
  const byCode = asks === 'code'
  const { register, setError, formState, handleSubmit } = useForm<Values>({
    defaultValues: { proof: '', second: '' },
  })
  useProblems(setError, problems, FIELDS)
  const submit = handleSubmit(({ proof, second }) => {
    const answer = byCode
      ? { code: visibleText(proof) }
      : { amounts: [centsOf(proof) ?? 0, centsOf(second) ?? 0] }
    flow.type({ bank: null, account: confirmedBy(account, answer) })
    flow.dispatch({ type: 'continued', typed: {}, key: crypto.randomUUID() })
  })
  const name = accountText(account)
  if (asks === null)
    return (
      <Banner tone="warning" live="alert" title={name}>
        {notConfirmed(account)}
      </Banner>
    )
  return (
    <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5 pb-2">
      <StepNotice notice={notice} />
      <div className="grid gap-2">
        <p>
          {byCode
            ? t(
                'A deposit of a cent is on its way to {name}. Your statement shows a code with it that begins with SM. Type it here, and {amount} is transferred.',
                { name, amount: amountText(draft.amount) },
              )
            : t(
                'Two small deposits are on their way to {name}. Your statement shows ACCTVERIFY with them. Type both amounts here, and {amount} is transferred.',
                { name, amount: amountText(draft.amount) },
              )}
        </p>
        <p className="text-sm text-muted">
          {arrivesBy !== null && (
            <span>{t('It is there by {day} at the latest.', { day: longDate(Date.parse(arrivesBy)) })}</span>
          )}{' '}
          {until !== null && (
            <span>
              {t(
                'You can close this and come back until {until}: choose the account under “Bank transfer”.',
                {
                  until: longDate(Date.parse(until)),
                },
              )}
            </span>
          )}
        </p>
      </div>
      <TextField
        label={byCode ? t('Code') : t('First amount')}
        hint={byCode ? t('Six letters and digits') : t('In cents, such as 7 for $0.07')}
        inputMode={byCode ? 'text' : 'decimal'}
        autoComplete="off"
        autoCapitalize={byCode ? 'characters' : undefined}
        error={formState.errors.proof?.message}
        {...register('proof', { validate: byCode ? codeProblem : amountProblem })}
      />
      {!byCode && (
        <TextField
          label={t('Second amount')}
          inputMode="decimal"
          autoComplete="off"
          error={formState.errors.second?.message}
          {...register('second', { validate: amountProblem })}
        />
      )}
      <p className="text-sm text-muted">
        {t('After three wrong answers the account cannot be used here for a month.')}
      </p>
      <DebitAuthorization amount={draft.amount} button={t('Confirm and Transfer')} />
    </form>
  )
}
