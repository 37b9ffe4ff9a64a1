import * as z from 'zod'
import { derivedId } from '../ids.ts'
import { CURRENCIES } from '../money.ts'
import { PoolTerms } from '../pool-terms.ts'
import { Vote } from '../vote.ts'
import { EncryptedText } from '../encrypted-text.ts'
import { defineEvents } from '../stream.ts'

const Id = z.uuid()
/** Positive minor units (cents; millionths of USDC and YUT) as a decimal string. */
const Amount = z.strictObject({ currency: z.enum(CURRENCIES), minor: z.string().regex(/^[1-9]\d{0,18}$/) })

/** Where deposited money comes from; each has its own clearing account. */
export const DepositSource = z.enum(['bank', 'card', 'ach'])

const transfer = {
  transferId: Id,
  from: Id,
  to: Id,
  amount: Amount,
}
const deposit = { memberId: Id, depositId: Id, source: DepositSource, amount: Amount }
/** Zero or more minor units. */
const AmountOrNone = z.strictObject({
  currency: z.enum(CURRENCIES),
  minor: z.string().regex(/^(0|[1-9]\d{0,18})$/),
})
const taken = {
  memberId: Id,
  depositId: Id,
  takeId: Id,
  source: DepositSource,
  amount: AmountOrNone,
  fee: AmountOrNone,
}
/** Σ stake × seconds so far, in millionths of a YUT times seconds; see accrual.ts. */
const StakeSeconds = z.string().regex(/^\d+$/)
const Day = z.iso.date()

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), data: z.strictObject(shape) })

export const WalletEvent = z.discriminatedUnion('type', [
  event('WalletOpened', { memberId: Id }),
  event('TreasuryAccountOpened', { memberId: Id, accountId: z.string() }),
  /** `fee` is what the payer was charged on top; the member gets `amount`. */
  event('DepositCredited', { ...deposit, fee: z.optional(AmountOrNone) }),
  /** `fee` is what the payer got back on top, the fee they had been charged. */
  event('DepositReversed', { ...deposit, fee: z.optional(AmountOrNone), reason: z.string() }),
  /** A part of a deposit is gone, or held because its payer disputes it; `fee` is the part of the fee that is gone too. */
  event('DepositTakenBack', { ...taken, reason: z.string() }),
  /** What was held is the member's again. */
  event('DepositGivenBack', taken),
  event('TransferSent', { ...transfer, message: z.nullable(EncryptedText) }),
  event('TransferReceived', { ...transfer, message: z.nullable(EncryptedText), sentAt: z.iso.datetime() }),
  event('TransferReturned', { ...transfer, reason: z.string() }),
  event('YutGranted', { memberId: Id, grantId: Id, reason: z.enum(['welcome', 'demo']), amount: Amount }),
  event('InterestPaid', {
    memberId: Id,
    day: Day,
    balanceMinor: z.string(),
    amount: AmountOrNone,
    remainder: z.string(),
  }),
  event('YutStaked', { memberId: Id, stakeId: Id, amount: Amount, stakeSeconds: StakeSeconds }),
  event('YutUnstaked', { memberId: Id, stakeId: Id, amount: Amount, stakeSeconds: StakeSeconds }),
  event('RewardsClaimed', { memberId: Id, claimId: Id, amount: Amount, stakeSeconds: StakeSeconds }),
  /** The member's vote on a proposal holds this much of the stake until `until`; a later one replaces it. */
  event('StakeLocked', {
    memberId: Id,
    voteId: Id,
    proposalId: Id,
    vote: Vote,
    amount: Amount,
    until: z.iso.datetime(),
  }),
  event('StakeReleased', { memberId: Id, proposalId: Id }),
  /** On its way into a pool; `opens`: it creates the pool, on these terms. */
  event('PoolContributionSent', {
    memberId: Id,
    poolId: Id,
    contributionId: Id,
    amount: Amount,
    opens: z.nullable(PoolTerms),
  }),
  event('PoolContributionReturned', {
    memberId: Id,
    poolId: Id,
    contributionId: Id,
    amount: Amount,
    reason: z.string(),
  }),
  event('PoolProceedsReceived', { memberId: Id, poolId: Id, proceedsId: Id, amount: Amount }),
  event('BillPaidFromWallet', { memberId: Id, billId: Id, paymentId: Id, amount: Amount }),
  /** The wallet was asked for its part of a bill and could not give it; it will never give it for this payment. */
  event('BillPaymentDeclined', { memberId: Id, billId: Id, paymentId: Id, reason: z.string() }),
  /** Whether auto-pay may take what the pools lack. */
  event('BillsFromWalletSet', { memberId: Id, changeId: Id, allowed: z.boolean() }),
  /** What may leave by transfers in a day, in cents, null without limit; `from`: a higher one holds a day later. */
  event('DailyLimitSet', {
    memberId: Id,
    changeId: Id,
    cents: z.nullable(z.string().regex(/^(0|[1-9]\d{0,18})$/)),
    from: z.iso.datetime(),
  }),
  event('WalletClosed', { memberId: Id }),
  /** What a closed wallet owed is owed by the account that its member came back with. */
  event('DebtHandedOver', { memberId: Id, debtId: Id, to: Id, amount: Amount }),
  event('DebtTakenOver', { memberId: Id, debtId: Id, from: Id, amount: Amount }),
])
export type WalletEvent = z.infer<typeof WalletEvent>
export type WalletEventOf<Type extends WalletEvent['type']> = Extract<WalletEvent, { type: Type }>

/** The id of what a wallet answers when it is asked for its part of a payment: given or declined, never both. */
export const billLegEventId = (paymentId: string): string => derivedId('BillWalletLeg', paymentId)

/**
 * Every wallet fact has an identity of its own (a transfer is sent once, a deposit credited once), so its
 * event id is derived from it and a repeated step is recognised wherever it is stored.
 */
export const walletEventId = (event: WalletEvent): string => {
  switch (event.type) {
    case 'WalletOpened':
    case 'TreasuryAccountOpened':
    case 'WalletClosed':
      return derivedId(event.type, event.data.memberId)
    case 'DepositCredited':
    case 'DepositReversed':
      return derivedId(event.type, event.data.depositId)
    case 'DepositTakenBack':
    case 'DepositGivenBack':
      return derivedId(event.type, event.data.takeId)
    case 'TransferSent':
    case 'TransferReceived':
    case 'TransferReturned':
      return derivedId(event.type, event.data.transferId)
    case 'YutGranted':
      return derivedId(event.type, event.data.grantId)
    case 'InterestPaid':
      return derivedId(event.type, event.data.memberId, event.data.day)
    case 'YutStaked':
    case 'YutUnstaked':
      return derivedId(event.type, event.data.stakeId)
    case 'RewardsClaimed':
      return derivedId(event.type, event.data.claimId)
    case 'StakeLocked':
      return derivedId(event.type, event.data.voteId)
    case 'StakeReleased':
      return derivedId(event.type, event.data.memberId, event.data.proposalId)
    case 'PoolContributionSent':
    case 'PoolContributionReturned':
      return derivedId(event.type, event.data.contributionId)
    case 'PoolProceedsReceived':
      return derivedId(event.type, event.data.proceedsId)
    case 'BillPaidFromWallet':
    case 'BillPaymentDeclined':
      return billLegEventId(event.data.paymentId)
    case 'DebtHandedOver':
    case 'DebtTakenOver':
      return derivedId(event.type, event.data.debtId)
    case 'BillsFromWalletSet':
    case 'DailyLimitSet':
      return derivedId(event.type, event.data.changeId)
  }
}

/** Facts of one member's wallet, the stream `wallet-{member id}`. It alone decides whether the member can spend. */
export const walletEvents = defineEvents({
  prefix: 'wallet-',
  schema: WalletEvent,
  version: 1,
  idOf: walletEventId,
})

export const memberOfStream = (streamId: string): string => streamId.slice(walletEvents.streamOf('').length)
