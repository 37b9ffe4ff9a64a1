import * as z from 'zod/mini'
import { SaveBankAccountRequest } from './deposits.ts'
import { AmountText, ById, Cursor, DecimalText, Id, keyText, ListLimit, Timestamp } from './fields.ts'
import { WITHDRAWAL_CENTS } from './limits.ts'
import { groupedDecimal } from './number-locale.ts'
import { Label, openEnum, openEnums } from './open.ts'
import { anybody, defineOperations, member } from './operation.ts'

/** How money goes to a bank account: `ach` is free and takes up to three banking days, `instant` seconds, for a fee. */
export const WithdrawalRail = z.enum(['ach', 'instant'])
export type WithdrawalRail = z.infer<typeof WithdrawalRail>

/** A day, as in `2026-11-27`. */
const Day = z.iso.date()

/** The US bank of a routing number. */
export const NamedBank = z.object({
  /** Null where it is not known. */
  bank_name: z.nullable(z.string()),
  /** What it takes. */
  rails: openEnums(WithdrawalRail),
})
export type NamedBank = z.infer<typeof NamedBank>

/** A bank account of the member's own, saved for withdrawals. Its full number is never told again. */
export const SavedBankAccount = z.object({
  id: Id,
  holder_name: z.string(),
  /** As its routing number says; null where that is not known. */
  bank_name: z.nullable(z.string()),
  last4: z.string(),
  account_type: openEnum(z.enum(['checking', 'savings'])),
  /** What its bank takes. */
  rails: openEnums(WithdrawalRail),
  /** `waiting`: until `usable_from`, a day after it was added. */
  state: openEnum(z.enum(['waiting', 'usable'])),
  usable_from: Timestamp,
  created_at: Timestamp,
})
export type SavedBankAccount = z.infer<typeof SavedBankAccount>

/**
 * `preparing`: not handed to the bank yet, cancellable until `cancellable_until`. `review`: a person looks at it first;
 * it can be cancelled meanwhile. `sent`: the bank has it. `arrived`: nothing has come back by the day on which it is there
 * at the latest; no bank confirms that. `came_back`: the receiving bank returned it. `failed`: our bank did not take it.
 * After these two and `cancelled` the money is in the wallet again.
 */
export const WithdrawalState = z.enum([
  'preparing',
  'review',
  'sent',
  'arrived',
  'came_back',
  'failed',
  'cancelled',
])
export type WithdrawalState = z.infer<typeof WithdrawalState>

export const Withdrawal = z.object({
  withdrawal_id: Id,
  state: openEnum(WithdrawalState),
  label: Label,
  /** In dollars: what the bank account gets; the fee on top of it; what left the wallet for both. */
  amount_usd: DecimalText,
  fee_usd: DecimalText,
  total_usd: DecimalText,
  /** The rail that it goes by. */
  rail: openEnum(WithdrawalRail),
  /** It was to be instant, but that was refused: it goes by ACH, and the fee is in the wallet again. */
  fell_back: z.boolean(),
  /** Null: the account was removed. */
  bank_account: z.nullable(
    z.object({
      id: Id,
      bank_name: z.nullable(z.string()),
      last4: z.string(),
      account_type: openEnum(z.enum(['checking', 'savings'])),
    }),
  ),
  /** Until when it can be cancelled, at least; null: not any more. */
  cancellable_until: z.nullable(Timestamp),
  /** The latest day (UTC) on which it is there; of one that was sent or is being prepared, null otherwise. */
  arrives_by: z.nullable(Day),
  /** Why it came back, failed, or waits for a review: a stable code, such as a bank's return code, and a sentence. */
  reason: z.nullable(z.object({ code: z.string(), message: z.string() })),
  created_at: Timestamp,
  sent_at: z.nullable(Timestamp),
  updated_at: Timestamp,
  /** Ledger position of its first event. */
  position: z.string(),
})
export type Withdrawal = z.infer<typeof Withdrawal>

const AMOUNT_RANGE = `Withdraw from $${WITHDRAWAL_CENTS.min / 100} to $${groupedDecimal(String(WITHDRAWAL_CENTS.max / 100))} at once.`
const isCents = (text: string): boolean => (text.split('.')[1] ?? '').length <= 2

export const WithdrawRequest = z.strictObject({
  bank_account_id: Id,
  /** In dollars: what the bank account gets. */
  amount_usd: AmountText.check(
    z.refine(isCents, 'Use at most 2 decimals for USD.'),
    z.refine((text) => {
      const dollars = Number(text)
      return dollars * 100 >= WITHDRAWAL_CENTS.min && dollars * 100 <= WITHDRAWAL_CENTS.max
    }, AMOUNT_RANGE),
  ),
  rail: z.enum(WithdrawalRail.options, 'Choose ach or instant.'),
  /** The fee in dollars that the member agreed to; refused as `fee_changed` when it is another by now. */
  fee_usd: z.optional(AmountText.check(z.refine(isCents, 'Use at most 2 decimals for USD.'))),
})
export type WithdrawRequest = z.infer<typeof WithdrawRequest>

/** Room under a limit, in dollars. */
export const WithdrawalLimit = z.object({
  limit_usd: DecimalText,
  used_usd: DecimalText,
  left_usd: DecimalText,
})

export const WithdrawalOptions = z.object({
  /** Why nothing can be withdrawn here at all, in a sentence; null where it can. */
  closed: z.nullable(z.string()),
  /** Why this member may not withdraw before their identity is verified, in a sentence; null where they may. */
  identity: z.nullable(z.string()),
  /** Whether the bank is simulated: no real money moves. */
  simulated: z.boolean(),
  /** In dollars: what may leave the house now, and what the wallet has beyond it. */
  available_usd: DecimalText,
  held_usd: DecimalText,
  /** What is held, the first to be free first. */
  holds: z.array(
    z.object({
      amount_usd: DecimalText,
      /** The first day (UTC) on which it may leave. */
      free_from: Day,
    }),
  ),
  rails: z.array(
    z.object({
      rail: openEnum(WithdrawalRail),
      fee_usd: DecimalText,
      /** Most that can be withdrawn now by it, after its fee and under all limits, the member's own as well; `0.00`: nothing. */
      max_usd: DecimalText,
      /** The latest day (UTC) on which a withdrawal of now is there. */
      arrives_by: Day,
    }),
  ),
  min_usd: DecimalText,
  /** Withdrawn in this day and this month (UTC), without fees. */
  day: WithdrawalLimit,
  month: WithdrawalLimit,
  /** Whether a withdrawal now asks for a passkey or a new sign-in first. */
  needs_fresh_sign_in: z.boolean(),
  /** For how many seconds a withdrawal can be cancelled, at least. */
  cancel_seconds: z.int(),
  /** Sandbox only: test account numbers and what becomes of a withdrawal to each. */
  test_bank_accounts: z.array(
    z.object({ routing_number: z.string(), account_number: z.string(), outcome: z.string() }),
  ),
})
export type WithdrawalOptions = z.infer<typeof WithdrawalOptions>

export const withdrawalOperations = defineOperations({
  listBankAccounts: member.get('/api/wallet/bank-accounts', {
    summary: 'The member’s own bank accounts that are saved for withdrawals, the newest first',
    response: z.object({ bank_accounts: z.array(SavedBankAccount) }),
  }),
  nameBank: member.get('/api/wallet/bank-accounts/bank', {
    summary: 'Which bank has a routing number, before an account there is saved',
    query: z.strictObject({ routing_number: SaveBankAccountRequest.shape.routing_number }),
    response: NamedBank,
  }),
  addBankAccount: member.post('/api/wallet/bank-accounts', {
    summary: 'Saves a bank account of one’s own for withdrawals; it can be used a day later',
    body: SaveBankAccountRequest,
    response: SavedBankAccount,
    status: 201,
    sensitive: { event: 'bank_account_asked', what: 'adding a bank account' },
  }),
  removeBankAccount: member.delete('/api/wallet/bank-accounts/{id}', {
    summary: 'Removes a saved bank account, unless a withdrawal to it is unfinished',
    params: ById,
  }),
  getWithdrawalOptions: member.get('/api/wallet/withdrawal-options', {
    summary: 'What may leave the house now, what is held until when, fees, limits and arrival days',
    response: WithdrawalOptions,
  }),
  listWithdrawals: member.get('/api/wallet/withdrawals', {
    summary: 'The member’s withdrawals, the newest first',
    query: z.strictObject({ limit: ListLimit, cursor: z.optional(Cursor) }),
    response: z.object({ withdrawals: z.array(Withdrawal), next_cursor: z.nullable(z.string()) }),
  }),
  getWithdrawal: member.get('/api/wallet/withdrawals/{id}', {
    summary: 'One of the member’s withdrawals',
    params: ById,
    response: Withdrawal,
  }),
  withdraw: member.post('/api/wallet/withdrawals', {
    summary: 'Withdraws dollars to a saved bank account of one’s own, after a fresh sign-in',
    movesValue: true,
    sensitive: { event: 'withdrawal_asked', what: 'withdrawing money' },
    body: WithdrawRequest,
    response: Withdrawal,
    status: 201,
  }),
  cancelWithdrawal: member.post('/api/wallet/withdrawals/{id}/cancel', {
    summary: 'Stops a withdrawal that was not handed to the bank yet',
    movesValue: true,
    params: ById,
    response: Withdrawal,
  }),
  receiveBankWebhook: anybody.post('/api/webhooks/{provider}/bank', {
    summary: "Receives the bank's signed news; each only says that there is something to ask it for",
    params: z.strictObject({ provider: keyText(40, 'This provider is not known.') }),
    response: z.object({ received: z.literal(true) }),
  }),
})
