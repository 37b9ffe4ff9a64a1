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
    account_unreadable: 'The numbers of this bank account cannot be read any more. Add it again.',
  }),
)

/** Why a withdrawal failed or came back, as a sentence; the money is in the wallet again. */
export const reasonSentence = (code: string, state: 'failed' | 'returned'): string =>
  SENTENCES.get(code) ??
  (state === 'failed'
    ? 'Our bank did not take it. Try again, or withdraw to another account.'
    : `The receiving bank sent it back (${code}).`)
