/** What becomes of a refused command. */
interface RefusalKind {
  /** How it is answered over HTTP. */
  readonly status: 404 | 409 | 422
  /** The same command may succeed later, so this is not the answer of its idempotency key for good. */
  readonly passes: boolean
}

/** There is no such thing, or it is another member's: both look the same. */
const absent: RefusalKind = { status: 404, passes: false }
/** It has happened already, or something else did first. */
const already: RefusalKind = { status: 409, passes: true }
/** A rule refuses it, and will again. */
const refused: RefusalKind = { status: 422, passes: false }
/** Something is unfinished; when it is finished, nothing stands in the way. */
const unfinished: RefusalKind = { status: 422, passes: true }

/**
 * Every code with which a rule refuses a command, by area. Codes are for programs and stay as they are; `Refusal` adds the
 * sentence. Refusals of requests that no rule has seen yet are `HttpError`s of the API.
 */
export const REFUSAL_CODES = {
  // Wallets
  amount_out_of_range: refused,
  treasury_closed: refused,
  daily_limit: refused,
  token_limit: refused,
  unverified_limit: refused,
  wallet_not_closed: refused,
  leftover_too_small: refused,
  insufficient_funds: refused,
  recipient_is_sender: refused,
  recipient_not_found: absent,
  wallet_not_open: refused,
  wallet_closed: refused,
  wallet_not_empty: refused,
  wallet_overdrawn: refused,
  insufficient_stake: refused,
  insufficient_rewards: refused,
  stake_locked: refused,
  no_governance_power: refused,
  voting_closed: refused,
  already_claimed: already,
  raise_not_fresh: refused,
  payment_not_fresh: refused,
  // Withdrawals
  withdrawal_held: refused,
  withdrawal_not_found: absent,
  withdrawal_ordered: refused,
  withdrawal_not_ordered: refused,
  withdrawal_not_instant: refused,
  too_many_reviews: refused,
  withdrawal_limit: refused,
  withdrawals_closed: refused,
  // Deposits and bank accounts
  deposit_not_found: absent,
  deposit_mismatch: refused,
  bank_account_not_found: absent,
  bank_account_refused: refused,
  bank_account_unconfirmed: refused,
  payment_refused: refused,
  reversible_limit: refused,
  // Requests for money
  too_many_pending_to_member: refused,
  too_many_pending_of_member: refused,
  too_many_pending_by_you: refused,
  transfer_request_not_found: absent,
  payer_not_found: absent,
  payer_is_requester: refused,
  already_answered: already,
  already_expired: already,
  // Rewards
  reserve_empty: refused,
  nothing_to_claim: refused,
  // Proposals and votes
  proposal_not_found: absent,
  power_too_small: refused,
  already_voted_since: already,
  // Pools
  pool_not_found: absent,
  pool_closed: refused,
  market_closed: refused,
  insufficient_pool_value: refused,
  payment_pending: unfinished,
  already_closed: already,
  order_pending: unfinished,
  order_refused: refused,
  order_below_minimum: refused,
  fund_not_tradable: refused,
  order_rejected: refused,
  order_cancelled: refused,
  order_unfilled: refused,
  // Bills
  bill_not_found: absent,
  already_paid: already,
  // Devices and lines
  device_not_found: absent,
  device_not_ready: refused,
  device_limit_reached: refused,
  activation_not_ready: refused,
  plan_price_changed: refused,
  subscriber_not_found: absent,
  insight_not_found: absent,
  // Identity checks
  identity_unverified: refused,
  identity_check_closed: refused,
  // Cases
  too_many_cases: refused,
  case_full: refused,
} as const satisfies Readonly<Record<string, RefusalKind>>

export type RefusalCode = keyof typeof REFUSAL_CODES
