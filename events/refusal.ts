/**
 * A rule said no. Nothing was appended. `code` is stable and for programs, the message is a sentence
 * for people; HTTP status is chosen at the edge.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** Which input field is at fault, with the sentence to show beside it. */
  readonly fields: Readonly<Record<string, string>> | undefined
  /** What the edge needs to say it in full, such as which proposal holds a stake. */
  readonly details: Readonly<Record<string, string>>
  constructor(
    code: RefusalCode,
    message: string,
    fields?: Readonly<Record<string, string>>,
    details: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.fields = fields
    this.details = details
  }
}

export type RefusalCode =
  | 'amount_out_of_range'
  | 'insufficient_funds'
  | 'recipient_is_sender'
  | 'recipient_not_found'
  | 'wallet_not_open'
  | 'wallet_closed'
  | 'wallet_not_empty'
  | 'wallet_overdrawn'
  | 'insufficient_stake'
  | 'insufficient_rewards'
  | 'stake_locked'
  | 'no_governance_power'
  | 'voting_closed'
  | 'already_claimed'
  | 'nothing_to_claim'
  | 'reserve_empty'
  | 'proposal_not_found'
  | 'power_too_small'
  | 'already_voted_since'
  | 'deposit_not_found'
  | 'deposit_mismatch'
  | 'bank_account_not_found'
  | 'bank_account_refused'
  | 'payment_refused'
  | 'reversible_limit'
  | 'transfer_request_not_found'
  | 'payer_not_found'
  | 'payer_is_requester'
  | 'device_not_found'
  | 'device_not_ready'
  | 'device_limit_reached'
  | 'activation_not_ready'
  | 'plan_price_changed'
  | 'subscriber_not_found'
  | 'insight_not_found'
  | 'already_answered'
  | 'already_expired'
  | 'pool_not_found'
  | 'pool_closed'
  | 'market_closed'
  | 'treasury_closed'
  | 'insufficient_pool_value'
  | 'payment_pending'
  | 'already_closed'
  | 'bill_not_found'
  | 'already_paid'
