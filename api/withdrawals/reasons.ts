import type { ReviewReason } from '../../events/wallet/events.ts'

/** Why the operator stops a withdrawal that was looked at. */
export const STOP_REASONS = [
  'stopped_account_of_another',
  'stopped_origin_unclear',
  'stopped_account_at_risk',
  'stopped_against_terms',
] as const
export type StopReason = (typeof STOP_REASONS)[number]
/** What the operator decides about a withdrawal. */
export type Verdict = 'release' | StopReason

export const isStopReason = (reason: string | null): reason is StopReason =>
  STOP_REASONS.some((one) => one === reason)

/** What members are told of a payout that did not arrive, by the bank's code. */
const SENTENCES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    R02: 'The receiving bank sent it back: the account is closed (R02).',
    R03: 'The receiving bank sent it back: there is no such account (R03).',
    R04: 'The receiving bank sent it back: the account number is not valid (R04).',
    R14: 'The receiving bank sent it back (R14). Please call that bank.',
    R15: 'The receiving bank sent it back (R15). Please call that bank.',
    R16: 'The receiving bank sent it back: the account is frozen (R16).',
    R17: 'The receiving bank sent it back: it did not recognize name and number together (R17).',
    R20: 'The receiving bank sent it back: this account takes no such payments (R20).',
    R23: 'The receiving bank sent it back: the payment was refused there (R23).',
    bank_rejected: 'Our bank stopped it before it was sent.',
    bank_canceled: 'Our bank stopped it before it was sent.',
    details_not_accepted:
      'Our bank does not accept the details of this account. Check them, or add it again.',
    account_blocked: 'Our bank does not pay to this account.',
    stopped_account_of_another: 'We stopped it: the bank account could not be shown to be yours.',
    stopped_origin_unclear: 'We stopped it: it could not be cleared up where the money came from.',
    stopped_account_at_risk:
      'We stopped it: somebody else may be using your account. End the sessions that you don’t know, in your profile.',
    stopped_against_terms: 'We stopped it: it goes against the terms of this service.',
    account_unreadable: 'The numbers of this bank account cannot be read any more. Add it again.',
  }),
)

/** Why a withdrawal failed or came back, as a sentence; the money is in the wallet again. */
export const reasonSentence = (code: string, state: 'failed' | 'returned'): string =>
  SENTENCES.get(code) ??
  (state === 'failed'
    ? 'Our bank did not take it. Try again, or withdraw to another account.'
    : `The receiving bank sent it back (${code}).`)

const REVIEWS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    account_ownership: 'Before the first withdrawal to this bank account we look whose it is.',
    just_received: 'Most of your money is to go to a new bank account soon after it came in.',
    many_in_a_day: 'There were several withdrawals on one day.',
    near_limit: 'Withdrawals came close to the limit of a day more than once in a short time.',
  } satisfies Record<ReviewReason, string>),
)

/** Why a person looks at a withdrawal, as a sentence; it says nothing of other members. */
export const reviewSentence = (reason: string | null): string =>
  REVIEWS.get(reason ?? '') ?? 'This withdrawal is looked at by a person.'
