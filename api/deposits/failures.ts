/** Messages to the payer by failure code of card networks and of ACH (Nacha return codes). */
const SENTENCES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    generic_decline: 'Your card was declined. Try another card.',
    card_declined: 'Your card was declined. Try another card.',
    insufficient_funds: 'The card or account has insufficient funds.',
    expired_card: 'Your card has expired.',
    incorrect_cvc: "Your card's security code is incorrect.",
    processing_error: 'An error occurred while processing your card. Try again in a little while.',
    authentication_failed: 'The payment was not confirmed with your bank.',
    payment_intent_authentication_failure: 'The payment was not confirmed with your bank.',
    debit_limit_exceeded: 'This transfer is over the limit of the bank account.',
    canceled: 'The payment was not completed in time.',
    refunded: 'The payment was refunded.',
    R01: 'The bank returned the transfer: insufficient funds (R01).',
    R02: 'The bank returned the transfer: the account is closed (R02).',
    R03: 'The bank returned the transfer: there is no such account (R03).',
    R04: 'The bank returned the transfer: the account number is not valid (R04).',
    R05: 'The bank returned the transfer: it was not authorised (R05).',
    R07: 'The bank returned the transfer: the authorisation was revoked (R07).',
    R08: 'The bank returned the transfer: payment was stopped (R08).',
    R09: 'The bank returned the transfer: the funds were not collected yet (R09).',
    R10: 'The bank returned the transfer: the account holder said that it was not authorised (R10).',
    R16: 'The bank returned the transfer: the account is frozen (R16).',
    R20: 'The bank returned the transfer: this account cannot be debited (R20).',
    R11: 'The bank returned the transfer: the account holder said that it was not as agreed (R11).',
    bank_account_closed: 'The bank returned the transfer: the account is closed.',
    bank_account_invalid_details: 'The bank returned the transfer: there is no such account.',
    incorrect_account_details: 'The bank returned the transfer: there is no such account.',
    bank_account_frozen: 'The bank returned the transfer: the account is frozen.',
    bank_account_restricted: 'The bank returned the transfer: this account cannot be debited.',
    bank_account_unusable: 'This bank account cannot be debited any more. Use another account, or a card.',
    debit_not_authorized: 'The bank returned the transfer: it was not authorised.',
    R29: 'The bank returned the transfer: the company did not authorise it (R29).',
  }),
)

/** The message to the payer of a deposit that failed or was returned. */
export const failureSentence = (code: string, outcome: 'failed' | 'returned'): string =>
  SENTENCES.get(code) ??
  (outcome === 'failed'
    ? 'The payment did not go through. Try again or use another way to pay.'
    : 'The payment was taken back.')
