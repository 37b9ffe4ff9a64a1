import * as z from 'zod/mini'
import { DecimalText, Id, MemberIdentifier, Message, numberTo, Timestamp } from './fields.ts'
import { openEnum } from './open.ts'
import { defineOperations, member } from './operation.ts'
import { TransferReceipt } from './wallet.ts'

/** Minimum token transfer, in YUT. */
const TRANSFER_YUT_MIN = 0.01

const AMOUNT_HINT = 'Enter an amount such as 12.5, without signs or separators.'

/** A positive amount of YUT as a member types it: a string with at most 6 decimals. */
export const YutAmountText = z.string('Enter an amount as text, such as "12.5".').check(
  z.trim(),
  z.regex(/^(0|[1-9]\d{0,8})(\.\d{1,18})?$/, { error: AMOUNT_HINT, abort: true }),
  // No second pattern: a text with two of them has no type in generated clients.
  z.refine((text) => /^\d+(\.\d{1,6})?$/.test(text), { error: 'YUT has at most 6 decimals.', abort: true }),
  z.refine((text) => /[1-9]/.test(text), 'The amount must be above zero.'),
)

/** A lock on part of the stake, by a vote on a proposal that has not closed, or by having opened it. */
export const StakeHold = z.object({
  /** In YUT; the rest of the stake can be unstaked. */
  amount: DecimalText,
  /** End of the lock, shortly after the voting ends. */
  until: Timestamp,
  /** Whether the member has voted on the proposal, or opened it. An older server, which knows votes alone, does not say. */
  by: z.optional(openEnum(z.enum(['vote', 'proposal']))),
  proposal_id: Id,
  /** Null when its author has erased it. */
  proposal_title: z.nullable(z.string()),
})
export type StakeHold = z.infer<typeof StakeHold>

/** Token amounts are decimal strings in YUT. */
export const YutBalance = z.object({
  /** Available to spend or stake; without the stake. */
  balance: DecimalText,
  staked_balance: DecimalText,
  /** Votes: one for each staked YUT. */
  governance_power: DecimalText,
  /** Per cent a year, simple, accrued per second. */
  apy_rate: DecimalText,
  /** Earned and not claimed at {@link rewards_as_of}, rounded down to a millionth. */
  rewards_available: DecimalText,
  rewards_as_of: Timestamp,
  /** YUT earned per day with this stake; zero while accrual is paused. For a running counter between two calls. */
  rewards_per_day: DecimalText,
  /** The reward reserve is empty: no claim is paid until it is funded again. */
  reserve_empty: z.boolean(),
  /** Since when accrual is paused because the reserve is empty; null while rewards accrue. */
  accrual_paused_since: z.nullable(Timestamp),
  /** Part of the stake that can be unstaked now. */
  unstakable_balance: DecimalText,
  /** The largest lock on the stake; null when all of it can be unstaked. */
  locked: z.nullable(StakeHold),
  rewards_claimed: DecimalText,
  /** The next day (UTC) on which the welcome grant may come, if it waits for one; else null. */
  welcome_due: z.optional(z.nullable(z.iso.date())),
})
export type YutBalance = z.infer<typeof YutBalance>

export const YutInteraction = z.enum(['stake', 'unstake', 'reward_claim', 'transfer'])
export type YutInteraction = z.infer<typeof YutInteraction>
const YutTransactionStatus = openEnum(z.enum(['completed', 'pending', 'failed']))

export const YutTransaction = z.object({
  id: z.string(),
  interaction_type: openEnum(YutInteraction),
  /** In YUT, always positive. */
  amount: DecimalText,
  /** `failed`: a transfer that was returned. */
  status: YutTransactionStatus,
  created_at: Timestamp,
  /** Whether it added to the member's balance or took from it. */
  direction: openEnum(z.enum(['in', 'out'])),
  /** The other member of a transfer; null otherwise. */
  counterparty: z.nullable(z.object({ name: z.string(), handle: z.string() })),
})
export type YutTransaction = z.infer<typeof YutTransaction>

/** Result of a stake, an unstake or a claim. */
export const YutReceipt = z.object({
  transaction_id: Id,
  interaction_type: openEnum(YutInteraction),
  /** In YUT; for a claim the amount paid, which is less than was earned when the reserve has less. */
  amount: DecimalText,
  status: YutTransactionStatus,
  created_at: Timestamp,
  /** Ledger position of its newest event. */
  position: z.string(),
})
export type YutReceipt = z.infer<typeof YutReceipt>

const AmountRequest = z.strictObject({ amount: YutAmountText })

const YutTransferRequest = z.strictObject({
  /** Handle, e-mail or DID of another member. */
  to_address: MemberIdentifier,
  amount: YutAmountText.check(
    z.refine((text) => Number(text) >= TRANSFER_YUT_MIN, 'Amount must be at least $0.01 or 0.01 YUT'),
  ),
  transfer_type: z.literal('transfer', 'The transfer type must be transfer.'),
  message: z.optional(Message),
})

export const tokenOperations = defineOperations({
  getYutBalance: member.get('/api/yut/balance', {
    batchable: true,
    summary: "The member's tokens, stake, voting power and rewards as of now",
    response: z.object({ yut_balance: YutBalance }),
  }),
  listYutTransactions: member.get('/api/yut/transactions', {
    batchable: true,
    summary: "The member's stakes, unstakes, claims and token transfers, newest first",
    query: z.strictObject({ limit: numberTo(100, 'limit', 10) }),
    response: z.object({ transactions: z.array(YutTransaction) }),
  }),
  stakeYut: member.post('/api/yut/stake', {
    summary: 'Stakes tokens; they earn rewards and give governance power',
    movesValue: true,
    body: AmountRequest,
    response: YutReceipt,
    status: 201,
  }),
  unstakeYut: member.post('/api/yut/unstake', {
    summary: 'Takes tokens back from the stake, except those a vote holds',
    movesValue: true,
    body: AmountRequest,
    response: YutReceipt,
    status: 201,
  }),
  claimRewards: member.post('/api/yut/claim-rewards', {
    summary: 'Pays the rewards earned so far from the reward reserve',
    movesValue: true,
    response: YutReceipt,
    status: 201,
  }),
  transferYut: member.post('/api/yut/transfer', {
    summary: 'Sends tokens to another member, as POST /api/wallet/transfer does',
    movesValue: true,
    body: YutTransferRequest,
    response: TransferReceipt,
    status: 201,
  }),
})
