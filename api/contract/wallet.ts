import * as z from 'zod/mini'
import {
  AmountText,
  ById,
  ByKey,
  Currency,
  Cursor,
  DecimalText,
  Description,
  Id,
  ListLimit,
  MemberIdentifier,
  Message,
  MinorText,
  Timestamp,
} from './fields.ts'
import { SEND_CENTS } from './limits.ts'
import { Label, openEnum } from './open.ts'
import { defineOperations, member } from './operation.ts'

export const Wallet = z.object({
  id: z.string(),
  currency: openEnum(Currency),
  wallet_type: openEnum(z.enum(['treasury', 'custody', 'personal'])),
  balance: DecimalText,
  locked_balance: DecimalText,
})
export type Wallet = z.infer<typeof Wallet>

export const Deposit = z.object({
  id: z.string(),
  /** `stripe` (a card), `ach` or `bank`. */
  method: z.string(),
  amount: DecimalText,
  /** `pending`, `completed`, `failed` or `returned`. */
  status: z.string(),
  /** Why it failed or was returned, in a sentence; null otherwise. */
  failure_message: z.nullable(z.string()),
  /** A bank debit that came back for want of money: the member may have the same amount debited anew until then. */
  again_until: z.optional(z.nullable(Timestamp)),
  created_at: Timestamp,
})
export type Deposit = z.infer<typeof Deposit>

/** Account numbers are masked ("••••6789"); only the reveal call returns them in full. */
export const FinancialAddress = z.object({
  aba: z.object({ account_number: z.string(), routing_number: z.string() }),
})
export const TreasuryAccount = z.object({
  status: z.string(),
  /** Cents. */
  balance: z.object({ cash: z.object({ usd: z.number() }) }),
  financial_addresses: z.array(FinancialAddress),
})
export type TreasuryAccount = z.infer<typeof TreasuryAccount>

export const WalletOverview = z.object({
  wallets: z.array(Wallet),
  deposits: z.array(Deposit),
  /** USD plus USDC plus 10 % of the YUT balance, in dollars. */
  total_usd_value: DecimalText,
  treasury_account: z.nullable(TreasuryAccount),
  /**
   * Bank that holds the dollars: a real one, a simulated one, or none (`closed` says why). `interest_needs_identity`:
   * the dollars earn nothing until the member is verified.
   */
  treasury_bank: z.object({
    simulated: z.boolean(),
    closed: z.nullable(z.string()),
    interest_needs_identity: z.boolean(),
  }),
  /** The member's token holdings in YUT. */
  yut: z.object({ balance: DecimalText, staked_balance: DecimalText }),
  /**
   * Set while the USD balance is below zero; sending is refused until it is not. `deposit_returned`: by deposits that
   * were returned. `unknown`: no rule explains it, and the operator has been told.
   */
  overdrawn: z.nullable(
    z.object({
      amount_usd: DecimalText,
      reason: openEnum(z.enum(['deposit_returned', 'unknown'])),
      message: z.string(),
    }),
  ),
  /** The account is closing: nothing moves but its last payment. */
  account_closing: z.optional(z.boolean()),
  /** Interest and rewards received so far, in dollars. */
  total_earnings_usd: DecimalText,
  /** Money received minus money sent in the last 30 days, in dollars. */
  net_30_days_usd: DecimalText,
})
export type WalletOverview = z.infer<typeof WalletOverview>

const TransferStatus = openEnum(z.enum(['processing', 'completed', 'returned']))
export const PersonRef = z.object({ name: z.string(), handle: z.string() })

export const Transfer = z.object({
  transfer_id: Id,
  status: TransferStatus,
  direction: openEnum(z.enum(['sent', 'received'])),
  currency: openEnum(Currency),
  /** In currency units, always positive. */
  amount: DecimalText,
  message: z.nullable(z.string()),
  sender: PersonRef,
  recipient: PersonRef,
  created_at: Timestamp,
  completed_at: z.nullable(Timestamp),
  position: z.string(),
})
export type Transfer = z.infer<typeof Transfer>

export const TransferReceipt = z.object({
  transfer_id: Id,
  status: TransferStatus,
  recipient: PersonRef,
  currency: openEnum(Currency),
  amount: DecimalText,
  created_at: Timestamp,
  /** Ledger position of the newest event of the transfer. */
  position: z.string(),
})
export type TransferReceipt = z.infer<typeof TransferReceipt>

/** Kind of an activity entry. */
export const ActivityKind = z.enum([
  'wallet_opened',
  'treasury_account_opened',
  'deposit',
  'deposit_reversed',
  'transfer_sent',
  'transfer_received',
  'transfer_returned',
  'yut_grant',
  'interest',
  'stake',
  'unstake',
  'rewards_claimed',
  'pool_contribution',
  'pool_contribution_returned',
  'pool_proceeds',
  'bill_payment',
  'withdrawal',
  'withdrawal_returned',
  'withdrawal_cancelled',
  'withdrawal_fee_returned',
])
export type ActivityKind = z.infer<typeof ActivityKind>

/** One day's interest in a month's. */
export const InterestDay = z.object({
  id: z.string(),
  amount: DecimalText,
  amount_minor: MinorText,
  occurred_at: Timestamp,
  position: z.string(),
})
export type InterestDay = z.infer<typeof InterestDay>

/** An entry in the member's activity; lists are newest first. */
export const Activity = z.object({
  id: z.string(),
  kind: openEnum(ActivityKind),
  label: Label,
  currency: z.nullable(openEnum(Currency)),
  /** In currency units, signed: positive in, negative out; null when no money moved. */
  amount: z.nullable(DecimalText),
  /** The same in minor units. */
  amount_minor: z.nullable(MinorText),
  status: openEnum(z.enum(['processing', 'completed', 'returned', 'failed'])),
  counterparty: z.nullable(PersonRef),
  message: z.nullable(z.string()),
  transfer_id: z.nullable(Id),
  occurred_at: Timestamp,
  position: z.string(),
  /** Of a month's interest (UTC): its days so far, newest first; `amount` is their sum. */
  days: z.optional(z.array(InterestDay)),
})
export type Activity = z.infer<typeof Activity>

export const SEND_USD_RANGE = 'Amount must be between $1 and $10,000'

/** Unified transfer: amount as text in currency units, from 0.01, at most the currency's decimals and $10,000. */
export const UnifiedTransferRequest = z
  .strictObject({
    to_user_identifier: MemberIdentifier,
    currency: Currency,
    amount: AmountText,
    message: z.optional(Message),
  })
  .check(
    // First of all: $0.001 is too little, whatever its decimals.
    z.refine(({ amount }) => Number(amount) >= 0.01, {
      path: ['amount'],
      error: 'Amount must be at least $0.01 or 0.01 YUT',
    }),
    z.refine(({ currency, amount }) => (amount.split('.')[1] ?? '').length <= (currency === 'USD' ? 2 : 6), {
      path: ['amount'],
      error: 'Use at most 2 decimals for USD and 6 for YUT and USDC.',
    }),
    // However dollars are sent.
    z.refine(({ currency, amount }) => currency !== 'USD' || Number(amount) * 100 <= SEND_CENTS.max, {
      path: ['amount'],
      error: 'Send at most $10,000 at once.',
    }),
  )

const SendTransferRequest = z.strictObject({
  to_user_identifier: MemberIdentifier,
  /** Cents. */
  amount: z
    .int('Amount is a whole number of cents.')
    .check(z.minimum(SEND_CENTS.min, SEND_USD_RANGE), z.maximum(SEND_CENTS.max, SEND_USD_RANGE)),
  message: z.optional(Message),
  description: z.optional(Description),
})

/** The member's own limit on transfers per day (UTC), in dollars; null: no limit. */
const LimitUsd = z.nullable(DecimalText)
export const DailyLimit = z.object({
  limit_usd: LimitUsd,
  /** Sent today; a USDC counts as a dollar, a YUT as ten cents. */
  sent_today_usd: DecimalText,
  /** A requested higher limit, and when it takes effect. */
  raise: z.nullable(z.object({ limit_usd: LimitUsd, from: Timestamp })),
})
export type DailyLimit = z.infer<typeof DailyLimit>

const LIMIT_RANGE = 'Enter dollars such as 500 or 99.95.'
export const SetDailyLimitRequest = z.strictObject({
  limit_usd: z.nullable(z.string(LIMIT_RANGE).check(z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,2})?$/, LIMIT_RANGE))),
})

export const walletOperations = defineOperations({
  getDailyLimit: member.get('/api/wallet/daily-limit', {
    summary: 'What the member lets leave by transfers in a day',
    response: DailyLimit,
  }),
  setDailyLimit: member.put('/api/wallet/daily-limit', {
    summary: 'Lowers the daily limit at once, or raises it a day later, after a fresh sign-in',
    body: SetDailyLimitRequest,
    response: DailyLimit,
  }),
  getWallet: member.get('/api/wallet', {
    batchable: true,
    summary: "The member's wallets, deposits and totals",
    response: WalletOverview,
  }),
  initializeTreasury: member.post('/api/wallet/initialize-treasury', {
    summary: 'Opens the USD treasury account; the same answer when it is open already',
    movesValue: true,
    response: z.object({ financial_account: TreasuryAccount }),
  }),
  revealAccountNumber: member.post('/api/wallet/treasury-account/reveal', {
    summary: 'The full account and routing number, never stored by clients',
    sensitive: { event: 'account_number_revealed', what: 'seeing the account number' },
    response: FinancialAddress,
  }),
  sendTransfer: member.post('/api/wallet/send-transfer', {
    summary: 'Sends US dollars to another member, amount in cents',
    movesValue: true,
    body: SendTransferRequest,
    response: TransferReceipt,
    status: 201,
  }),
  transfer: member.post('/api/wallet/transfer', {
    summary: 'Sends USD, USDC or YUT to another member, amount in currency units',
    movesValue: true,
    body: UnifiedTransferRequest,
    response: TransferReceipt,
    status: 201,
  }),
  getTransfer: member.get('/api/wallet/transfers/{id}', {
    summary: 'One transfer that the member sent or received',
    params: ById,
    response: Transfer,
  }),
  getTransferByKey: member.get('/api/wallet/transfers/by-key/{key}', {
    summary: 'What became of the transfer sent with an idempotency key; 404 when it moved no money',
    params: ByKey,
    response: Transfer,
  }),
  listTransactions: member.get('/api/wallet/transactions', {
    batchable: true,
    summary: 'All activity, newest first',
    query: z.strictObject({
      currency: z.optional(Currency),
      kind: z.optional(ActivityKind),
      /** `monthly`: one entry for each month of interest, which comes daily. Daily, by default. */
      interest: z.optional(z.enum(['daily', 'monthly'])),
      limit: ListLimit,
      cursor: z.optional(Cursor),
    }),
    response: z.object({ transactions: z.array(Activity), next_cursor: z.nullable(z.string()) }),
  }),
})
