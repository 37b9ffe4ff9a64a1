import type { Case, MemberReason, ReportReason } from '../../api/contract/cases.ts'
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

/** What was reported, in words; empty for what a newer server knows. */
export const reasonText = (reason: Case['reason']): string =>
  reason === 'unfamiliar' ? '' : { ...REPORT_REASONS, ...MEMBER_REASONS }[reason]

/** What became of a case. */
export const stateText = ({ state, decision, due_on: due }: Case): string => {
  if (state === 'open') return t('You have an answer by {day} at the latest', { day: calendarDate(due) })
  if (decision === 'upheld') return t('Answered: you were right')
  return decision === 'dismissed' ? t('Answered: nothing was found wrong') : t('Answered')
}
