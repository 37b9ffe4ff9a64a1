/**
 * What may be moved, how often, and from where on a member has to prove that they are there: every limit on money, in
 * cents where nothing else is said. The page /limits says them to members.
 */

/** One transfer of dollars, however it is sent; by the unified call from one cent on. */
export const SEND_CENTS = { min: 1_00, max: 10_000_00 } as const

/** One transfer request. */
export const REQUEST_CENTS = { min: 1_00, max: 5_000_00 } as const

/** Requests that may be pending (decision 127): by one member to one payer, to one payer by all, by one member to all. */
export const PENDING_REQUESTS = { toOne: 20, toPayer: 100, byRequester: 100 } as const

/** One deposit by card or bank transfer. */
export const DEPOSIT_CENTS = { min: 1_00, max: 5_000_00 } as const

/**
 * Days during which the payer's bank can reverse a payment: 60 after a debit that its holder calls unauthorised (Nacha
 * rules, return code R10), 120 for disputes of card payments (docs.stripe.com/disputes).
 */
export const REVERSIBLE_DAYS = { ach: 60, card: 120 } as const

/**
 * Banking days for which money from a reversible deposit stays held, at most, by a member to whom it was sent: most
 * returns come within two.
 */
export const SENT_ON_BANKING_DAYS = 5

/** Maximum sum of a member's bank transfers that can still be reversed. */
export const REVERSIBLE_CENTS_MAX = 10_000_00

/**
 * From this sum on, transfers need a step-up: all of them together since the last one, and those to one payee who is
 * new.
 */
export const STEP_UP_CENTS = { all: 1_000_00, newPayee: 250_00 } as const

/** One withdrawal, without its fee. */
export const WITHDRAWAL_CENTS = { min: 1_00, max: 10_000_00 } as const

/** What one member may withdraw in a day and in a month (UTC), without fees. */
export const WITHDRAWN_CENTS_MAX = { day: 10_000_00, month: 25_000_00 } as const

/** Bank accounts that a member may have saved for withdrawals. */
export const SAVED_BANK_ACCOUNTS_MAX = 5

/** Hours until a new bank account can be withdrawn to, so that its member hears of one that a stranger has added. */
export const NEW_BANK_ACCOUNT_HOURS = 24

/**
 * Withdrawals that a person looks at before they go (events/wallet/review.ts): to an account that several members have;
 * `mostPercent` of the wallet to a new account, when `receivedCents` came from members today or yesterday (UTC); more than
 * `perDay` in a day; from `nearLimitCents` on in a day, again within `nearLimitDays`. To an account to which something
 * went `knownAccountDays` ago, the first two do not apply.
 */
export const REVIEW = {
  receivedCents: 1_000_00,
  mostPercent: 50,
  knownAccountDays: 7,
  perDay: 5,
  nearLimitCents: 8_000_00,
  nearLimitDays: 7,
} as const

/** Withdrawals of a member that may wait for a person at a time: each costs a person's time, however small it is. */
export const REVIEWS_WAITING_MAX = 5

/** Hours until a higher daily limit applies, so that whoever gets at an open browser cannot raise it and empty the wallet. */
export const RAISE_WAIT_HOURS = 24

/** What a pool begins with, what is added to one, and the most of either. */
export const POOL_CENTS = { initialMin: 100_00, contributionMin: 1_00, max: 1_000_000_00 } as const
