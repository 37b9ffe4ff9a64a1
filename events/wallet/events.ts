import * as z from 'zod'
import { Cents, CentsOrNone, Day, fact, Id, NotNegative, Positive, Time } from '../facts.ts'
import { derivedId } from '../ids.ts'
import { neededSince, since } from '../level.ts'
import { CURRENCIES } from '../money.ts'
import { PoolTerms } from '../pool-terms.ts'
import { ProposalTerms } from '../proposal-terms.ts'
import { Vote } from '../vote.ts'
import { EncryptedText } from '../encrypted-text.ts'
import { defineEvents } from '../stream.ts'

/** Positive minor units (cents; millionths of USDC and YUT), and zero or more. */
const Amount = z.strictObject({ currency: z.enum(CURRENCIES), minor: Positive })
const AmountOrNone = z.strictObject({ currency: z.enum(CURRENCIES), minor: NotNegative })

/** What no bank takes. */
export const Token = z.enum(['USDC', 'YUT'])
export type Token = z.infer<typeof Token>

/** Where deposited money comes from; each has its own clearing account. */
export const DepositSource = z.enum(['bank', 'card', 'ach'])

const transfer = {
  transferId: Id,
  from: Id,
  to: Id,
  amount: Amount,
}
const deposit = { memberId: Id, depositId: Id, source: DepositSource, amount: Amount }
const withdrawal = { withdrawalId: Id, memberId: Id, amount: Cents }
/** The part of a withdrawal's amount that is the fee of an instant one, in cents; absent without a fee. */
const fee = z.optional(Positive)
/** How money goes to a bank account: by ACH in banking days, or at once (RTP, FedNow). */
export const PayoutRail = z.enum(['ach', 'instant'])
export type PayoutRail = z.infer<typeof PayoutRail>
/** Why a person looks at a withdrawal before it goes; see review.ts. */
export const ReviewReason = z.enum(['account_ownership', 'just_received', 'many_in_a_day', 'near_limit'])
export type ReviewReason = z.infer<typeof ReviewReason>
const taken = {
  memberId: Id,
  depositId: Id,
  takeId: Id,
  source: DepositSource,
  amount: AmountOrNone,
  fee: AmountOrNone,
}
/** The part of a transfer that may leave the house only after the day `until`; see holds.ts. Absent below level 3. */
const held = since(3, z.optional(z.strictObject({ minor: Positive, until: Day })))
/** Σ stake × seconds so far, in millionths of a YUT times seconds; see accrual.ts. */
const StakeSeconds = z.string().regex(/^\d+$/)
/** The event id of the wallet's answer to a bill payment. Paying and declining share it, so only one can be stored. */
export const billLegEventId = (paymentId: string): string => derivedId('BillWalletLeg', paymentId)

/** Every wallet fact has an identity of its own: a transfer is sent once, a deposit credited once. */
export const WalletEvent = z.discriminatedUnion('type', [
  fact('WalletOpened', ['memberId'], { memberId: Id }),
  fact('TreasuryAccountOpened', ['memberId'], { memberId: Id, accountId: z.string() }),
  /** `fee` is what the payer was charged on top; the member gets `amount`. */
  fact('DepositCredited', ['depositId'], { ...deposit, fee: z.optional(AmountOrNone) }),
  /** `fee` is what the payer got back on top, the fee they had been charged. */
  fact('DepositReversed', ['depositId'], { ...deposit, fee: z.optional(AmountOrNone), reason: z.string() }),
  /** A part of a deposit was taken: refunded, or withheld because its payer disputes it. `fee`: taken from the fee. */
  fact('DepositTakenBack', ['takeId'], { ...taken, reason: z.string() }),
  /** The amount withheld is the member's again. */
  fact('DepositGivenBack', ['takeId'], taken),
  /**
   * `provenAt`: when the step-up that covers it proved that the member is there; absent without one, and below level 2.
   * `token`: the access token that paid, which has a limit of its own; absent where the member did.
   */
  fact('TransferSent', ['transferId'], {
    ...transfer,
    message: z.nullable(EncryptedText),
    provenAt: since(2, z.optional(Time)),
    held,
    token: neededSince(3, z.optional(Id)),
  }),
  fact('TransferReceived', ['transferId'], {
    ...transfer,
    message: z.nullable(EncryptedText),
    sentAt: Time,
    held,
  }),
  fact('TransferReturned', ['transferId'], { ...transfer, reason: z.string(), held }),
  fact('YutGranted', ['grantId'], {
    memberId: Id,
    grantId: Id,
    reason: z.enum(['welcome', 'demo']),
    amount: Amount,
  }),
  /** `forgone`: why the day earned nothing; absent where it earned. Then the amount is none and the remainder as before. */
  fact('InterestPaid', ['memberId', 'day'], {
    memberId: Id,
    day: Day,
    balanceMinor: z.string(),
    amount: AmountOrNone,
    remainder: z.string(),
    forgone: neededSince(3, z.optional(z.enum(['unverified']))),
  }),
  fact('YutStaked', ['stakeId'], { memberId: Id, stakeId: Id, amount: Amount, stakeSeconds: StakeSeconds }),
  fact('YutUnstaked', ['stakeId'], { memberId: Id, stakeId: Id, amount: Amount, stakeSeconds: StakeSeconds }),
  fact('RewardsClaimed', ['claimId'], {
    memberId: Id,
    claimId: Id,
    amount: Amount,
    stakeSeconds: StakeSeconds,
  }),
  /** The member's vote on a proposal locks this much of the stake until `until`; a later vote replaces it. */
  fact('StakeLocked', ['voteId'], {
    memberId: Id,
    voteId: Id,
    proposalId: Id,
    vote: Vote,
    amount: Amount,
    until: Time,
  }),
  /**
   * A proposal that the member opens locks this much of the stake until `until`, or as much as a vote of theirs on it;
   * `opens`: what it is opened with.
   */
  fact(
    'ProposalStakeLocked',
    ['proposalId'],
    { memberId: Id, proposalId: Id, amount: Amount, until: Time, opens: z.strictObject(ProposalTerms) },
    4,
  ),
  fact('StakeReleased', ['memberId', 'proposalId'], { memberId: Id, proposalId: Id }),
  /** Sent to a pool; `opens`: the terms of the pool, when the contribution creates it. */
  fact('PoolContributionSent', ['contributionId'], {
    memberId: Id,
    poolId: Id,
    contributionId: Id,
    amount: Amount,
    opens: z.nullable(PoolTerms),
  }),
  fact('PoolContributionReturned', ['contributionId'], {
    memberId: Id,
    poolId: Id,
    contributionId: Id,
    amount: Amount,
    reason: z.string(),
  }),
  fact('PoolProceedsReceived', ['proceedsId'], { memberId: Id, poolId: Id, proceedsId: Id, amount: Amount }),
  fact('BillPaidFromWallet', ({ paymentId }) => billLegEventId(paymentId), {
    memberId: Id,
    billId: Id,
    paymentId: Id,
    amount: Amount,
  }),
  /** The wallet was asked for its part of a bill and could not give it; it will never give it for this payment. */
  fact('BillPaymentDeclined', ({ paymentId }) => billLegEventId(paymentId), {
    memberId: Id,
    billId: Id,
    paymentId: Id,
    reason: z.string(),
  }),
  /** Whether auto-pay may take what the pools lack. */
  fact('BillsFromWalletSet', ['changeId'], { memberId: Id, changeId: Id, allowed: z.boolean() }),
  /** Cents that may leave by transfers in a day, null without limit, from `from` on: a day later for a higher limit. */
  fact('DailyLimitSet', ['changeId'], {
    memberId: Id,
    changeId: Id,
    cents: z.nullable(NotNegative),
    from: Time,
  }),
  /**
   * Leaves the balance for a saved bank account, with its fee; `provenAt`: when its member proved that they are there.
   * `review`: it waits until a person has released it; absent where it goes by itself.
   */
  fact(
    'WithdrawalRequested',
    ['withdrawalId'],
    { ...withdrawal, accountId: Id, rail: PayoutRail, fee, provenAt: Time, review: z.optional(ReviewReason) },
    3,
  ),
  /** A person has looked at it: it goes on. */
  fact('WithdrawalReleased', ['withdrawalId'], { withdrawalId: Id, memberId: Id }, 3),
  /** The bank is about to be asked: the withdrawal cannot be cancelled any more. */
  fact('WithdrawalOrdered', ['withdrawalId'], { withdrawalId: Id, memberId: Id }, 3),
  /** It was to be instant and was refused as such: it goes by ACH, and its fee (`amount`) is in the wallet again. */
  fact(
    'WithdrawalRerouted',
    ['withdrawalId'],
    { withdrawalId: Id, memberId: Id, amount: CentsOrNone, reason: z.string() },
    3,
  ),
  /** The bank has taken it, and the fee is ours; `reference`: the bank's id of it. */
  fact('WithdrawalSent', ['withdrawalId'], { ...withdrawal, fee, reference: z.string() }, 3),
  /**
   * These put the money back: the bank did not take it, or the operator stopped it in its review, or its member did, all
   * with the fee; the receiving bank returned it, without.
   */
  fact('WithdrawalFailed', ['withdrawalId'], { ...withdrawal, reason: z.string() }, 3),
  fact('WithdrawalCancelled', ['withdrawalId'], withdrawal, 3),
  fact('WithdrawalReturned', ['withdrawalId'], { ...withdrawal, reason: z.string() }, 3),
  /** `gaveUp`: the tokens that its owner left behind by choice, once for each currency; absent where they left none. */
  fact('WalletClosed', ['memberId'], {
    memberId: Id,
    gaveUp: neededSince(3, z.optional(z.array(z.strictObject({ currency: Token, minor: Positive })))),
  }),
  /** Money that came back into a closed wallet was paid to its former owner, by this transaction of the bank. */
  fact(
    'LeftoverPaidOut',
    ['paymentId'],
    { memberId: Id, paymentId: Id, bank: z.string(), transactionId: z.string(), amount: Cents },
    3,
  ),
  /** The debt of a closed wallet is handed over to the new account of its returned member. */
  fact('DebtHandedOver', ['debtId'], { memberId: Id, debtId: Id, to: Id, amount: Amount }),
  fact('DebtTakenOver', ['debtId'], { memberId: Id, debtId: Id, from: Id, amount: Amount }),
])
export type WalletEvent = z.infer<typeof WalletEvent>
export type WalletEventOf<Type extends WalletEvent['type']> = Extract<WalletEvent, { type: Type }>

/** Facts of one member's wallet, the stream `wallet-{member id}`. It alone decides whether the member can spend. */
export const walletEvents = defineEvents({ prefix: 'wallet-', schema: WalletEvent, version: 1 })

export const memberOfStream = (streamId: string): string => streamId.slice(walletEvents.streamOf('').length)
