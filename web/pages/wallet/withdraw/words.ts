import type { Withdrawal, WithdrawalRail } from '../../../../api/contract/withdrawals.ts'
import { isPositive, sumOf } from '../../../data/amounts.ts'
import { formatMoney } from '../../../texts/money.ts'
import { t } from '../../../texts/texts.ts'
import { translateServerText } from '../../../texts/translate-server-text.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { calendarDate, exactTime } from '../../../ui/time-format.ts'

/** "Checking" */
export const accountTypeText = (type: string): string =>
  type === 'checking' ? t('Checking') : type === 'savings' ? t('Savings') : t('Bank account')

export const RAIL_LABELS: Readonly<Record<WithdrawalRail, string>> = {
  ach: t('Standard'),
  instant: t('Instant'),
}

/** The same as a sentence. */
const thereText = (rail: string, by: string): string =>
  rail === 'instant'
    ? t('It is there within minutes.')
    : t('It is there by {day} at the latest.', { day: calendarDate(by) })

/** "by Dec 2, 2026 at the latest", or "within minutes" */
export const arrivalText = (rail: string, by: string): string =>
  rail === 'instant' ? t('within minutes') : t('by {day} at the latest', { day: calendarDate(by) })

/** "Free", or "$1.50" */
export const feeText = (fee: string): string => (isPositive(fee) ? formatMoney(fee, 'USD') : t('Free'))

/** What leaves the wallet: the amount and its fee, in dollars. */
export const totalText = (amount: string, fee: string): string =>
  formatMoney(sumOf([amount, fee], 'USD'), 'USD')

type State = Withdrawal['state']

const STATE_WORDS: Readonly<Record<State, string>> = {
  preparing: t('Being prepared'),
  review: t('Being checked'),
  sent: t('Sent'),
  arrived: t('Presumed arrived'),
  came_back: t('Came back'),
  failed: t('Not sent'),
  cancelled: t('Cancelled'),
  unfamiliar: t('Unknown'),
}

/** The state of a withdrawal in a word or two; of a newer one, what the server calls it. */
export const stateText = ({ state, label }: Pick<Withdrawal, 'state' | 'label'>): string =>
  state === 'unfamiliar' && label !== undefined ? label : STATE_WORDS[state]

export const STATE_TONES: Readonly<Record<State, Tone>> = {
  preparing: 'warning',
  review: 'warning',
  sent: 'primary',
  arrived: 'credit',
  came_back: 'debit',
  failed: 'debit',
  cancelled: 'neutral',
  unfamiliar: 'neutral',
}

/** Whether it can be cancelled. */
export const isCancellable = (withdrawal: Pick<Withdrawal, 'state' | 'cancellable_until'>): boolean =>
  withdrawal.state === 'review' || withdrawal.cancellable_until !== null

/** Whether its money is in the wallet again. */
export const isBack = ({ state }: Pick<Withdrawal, 'state'>): boolean =>
  state === 'came_back' || state === 'failed' || state === 'cancelled'

/** Why it is taken to have arrived: no bank says so. */
const presumedText = (rail: string, day: string): string =>
  rail === 'instant'
    ? t('It went as an instant payment, which is there within minutes. Please look in your bank account.')
    : t(
        'Nothing came back by {day}, so it should be in your bank account. Banks don’t confirm that: please look there.',
        { day: calendarDate(day) },
      )

/** What a state means for the member: what happens next and when, or why it ended and where the money is. */
export const meaningOf = (withdrawal: Withdrawal): readonly string[] => {
  const { state, reason, rail, arrives_by: by, cancellable_until: until, case_number: number } = withdrawal
  const why = reason === null ? [] : [translateServerText(reason.message)]
  const again = t('The money is in your wallet again.')
  switch (state) {
    case 'preparing':
      return [
        until === null
          ? t('It is being handed to your bank.')
          : t('It goes to your bank soon. Until {until} you can cancel it.', {
              until: exactTime(Date.parse(until)),
            }),
        ...(by === null ? [] : [thereText(rail, by)]),
      ]
    case 'review':
      return [
        ...why,
        number === undefined
          ? t('A person looks at it before it goes. You can cancel it meanwhile.')
          : t(
              'A person looks at it before it goes: it is case {number}, which you find in Help. You can cancel it meanwhile.',
              { number },
            ),
      ]
    case 'sent':
      return by === null ? [t('The bank has it.')] : [thereText(rail, by)]
    case 'arrived':
      return [presumedText(rail, by ?? withdrawal.updated_at.slice(0, 10))]
    case 'came_back':
    case 'failed':
      return [...why, again]
    case 'cancelled':
      return [again]
    case 'unfamiliar':
      return why
    default:
      return state satisfies never
  }
}

/** What is said of one that was to be instant and goes another way. */
export const fallbackText = ({ fell_back: fellBack }: Withdrawal): string | null =>
  fellBack
    ? t('It could not be instant, so it goes the standard way. The fee is in your wallet again.')
    : null
