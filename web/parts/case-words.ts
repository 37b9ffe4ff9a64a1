import type { Case, MemberReason, ReportReason, ReviewReason } from '../../api/contract/cases.ts'
import { t } from '../texts/texts.ts'
import { calendarDate } from '../ui/time-format.ts'

export const REPORT_REASONS: Readonly<Record<ReportReason, string>> = {
  not_mine: t('It was not me'),
  wrong_amount: t('The amount is wrong'),
  wrong_person: t('It went to the wrong person'),
  not_arrived: t('It did not arrive'),
  words: t('Its message is offensive'),
  other: t('Something else'),
}

export const MEMBER_REASONS: Readonly<Record<MemberReason, string>> = {
  impersonation: t('They pretend to be somebody else'),
  scam: t('They try to get money by lies'),
  harassment: t('They harass or threaten'),
  other: t('Something else'),
}

const REVIEW_REASONS: Readonly<Record<ReviewReason, string>> = {
  account_ownership: t('A withdrawal to a bank account that is new here'),
  just_received: t('A withdrawal of money that has just come in'),
  many_in_a_day: t('Several withdrawals on one day'),
  near_limit: t('Withdrawals close to the limit'),
}

/** What a case is about, in words; empty for what a newer server knows. */
export const reasonText = (reason: Case['reason']): string =>
  reason === 'unfamiliar' ? '' : { ...REPORT_REASONS, ...MEMBER_REASONS, ...REVIEW_REASONS }[reason]

/** What became of a case. */
export const stateText = ({ about, state, decision, due_on: due }: Case): string => {
  if (about === 'withdrawal') {
    if (state === 'open') return t('It is looked at by {day} at the latest', { day: calendarDate(due) })
    if (decision === 'upheld') return t('Looked at: it goes on')
    return decision === 'dismissed' ? t('Looked at: stopped') : t('Answered')
  }
  if (state === 'open') return t('You have an answer by {day} at the latest', { day: calendarDate(due) })
  if (decision === 'upheld') return t('Answered: you were right')
  return decision === 'dismissed' ? t('Answered: nothing was found wrong') : t('Answered')
}
