import type * as z from 'zod'
import type { Money } from '../money.ts'
import type { PoolTerms } from '../pool-terms.ts'
import type { ProposalTerms } from '../proposal-terms.ts'
import type { Vote } from '../vote.ts'
import type { AccrualPause } from './accrual.ts'
import type { PayingToken } from './daily-limit.ts'
import type { VerifiedTime } from './interest.ts'
import type { FormerWallet } from './withdrawal-limits.ts'
import type { EncryptedText } from '../encrypted-text.ts'
import type { DepositSource, PayoutRail, Token, WalletEventOf } from './events.ts'

/** The part of a transfer that is held, as its TransferSent says. */
type HeldPart = WalletEventOf<'TransferSent'>['data']['held']
type Source = z.infer<typeof DepositSource>

/** The commands on a wallet. Ids are derived where the step may be repeated. */
export type WalletCommand =
  | { type: 'openWallet'; memberId: string }
  | { type: 'openTreasuryAccount'; accountId: string }
  /** `fee` is what the payer was charged on top of the amount. */
  | { type: 'creditDeposit'; depositId: string; source: Source; amount: Money; fee?: Money }
  /** `fee` is what the payer gets back on top. */
  | { type: 'reverseDeposit'; depositId: string; source: Source; amount: Money; fee?: Money; reason: string }
  /** Parts of a deposit, zero or more: of the amount and of the fee. */
  | {
      type: 'takeDepositBack'
      depositId: string
      takeId: string
      source: Source
      amount: Money
      fee: Money
      reason: string
    }
  | { type: 'giveDepositBack'; depositId: string; takeId: string; source: Source; amount: Money; fee: Money }
  | { type: 'grantYut'; grantId: string; reason: 'welcome' | 'demo'; amount: Money }
  | {
      type: 'sendTransfer'
      transferId: string
      to: string
      amount: Money
      message: EncryptedText | null
      /** ISO time at which the member proved that they are there, if that is fresh; otherwise null. */
      provenAt: string | null
      /** The access token that pays, with the cents that may leave by it in a day; absent where the member does. */
      token?: PayingToken | null
      /** Cents that may leave in a day while it is not verified who the member is; null or absent: it is. */
      unverified?: bigint | null
    }
  | {
      type: 'receiveTransfer'
      transferId: string
      from: string
      amount: Money
      message: EncryptedText | null
      /** ISO time at which the money left the sender's wallet. */
      sentAt: string
      held?: HeldPart
    }
  | {
      type: 'returnTransfer'
      transferId: string
      to: string
      amount: Money
      reason: string
      held?: HeldPart
    }
  /**
   * Pays for the oldest days that have ended and have not been paid for, `daysMax` at most. `verified`: when the member
   * was; days that ended at another time earn nothing. Null where everybody earns.
   */
  | { type: 'payInterestDue'; daysMax: number; verified: readonly VerifiedTime[] | null }
  | { type: 'stake'; stakeId: string; amount: Money; pauses: readonly AccrualPause[] }
  | { type: 'unstake'; stakeId: string; amount: Money; pauses: readonly AccrualPause[] }
  /**
   * The reserve has set `amount` aside for this claim, computed when `claimedBefore` (millionths of a YUT) had
   * been claimed. The claim is refused for good when another one came first.
   */
  | {
      type: 'claimRewards'
      claimId: string
      amount: Money
      claimedBefore: bigint
      pauses: readonly AccrualPause[]
    }
  /** Locks the whole stake for a vote until `until` (ISO time). */
  | { type: 'lockStake'; voteId: string; proposalId: string; vote: Vote; until: string }
  /** Locks `minor` millionths of a YUT of the stake until `until` (ISO time), for a proposal that the member opens. */
  | {
      type: 'lockProposalStake'
      proposalId: string
      minor: bigint
      until: string
      opens: Omit<ProposalTerms, 'power'>
    }
  | { type: 'releaseStake'; proposalId: string }
  /** `opens`: the terms of the pool, when the contribution creates it. */
  | {
      type: 'sendPoolContribution'
      poolId: string
      contributionId: string
      amount: Money
      opens: PoolTerms | null
    }
  | { type: 'returnPoolContribution'; poolId: string; contributionId: string; amount: Money; reason: string }
  | { type: 'receivePoolProceeds'; poolId: string; proceedsId: string; amount: Money }
  /**
   * Pays the wallet's part of a bill. `asked`: the payment has begun, so a wallet that cannot pay declines it for good;
   * otherwise it refuses the command. `auto`: paid by auto-pay, not by hand.
   */
  | { type: 'payBill'; billId: string; paymentId: string; amount: Money; auto: boolean; asked: boolean }
  | { type: 'setBillsFromWallet'; changeId: string; allowed: boolean }
  /** `cents` that may leave by transfers in a day; null: no limit. `fresh`: the member has just signed in for this. */
  | { type: 'setDailyLimit'; changeId: string; cents: bigint | null; fresh: boolean }
  /**
   * Takes cents out of the wallet for a saved bank account, and those of the fee; `provenAt`: ISO time at which the
   * member proved that they are there, for this withdrawal.
   */
  | {
      type: 'requestWithdrawal'
      withdrawalId: string
      accountId: string
      cents: bigint
      fee: bigint
      rail: PayoutRail
      provenAt: string
      /** Another member has or had the same bank account. */
      isShared: boolean
      /** By it an account is closed. */
      isLast?: boolean
      /** Wallets that the same person has closed: what left them counts for the limits. */
      former?: readonly FormerWallet[]
    }
  /** The operator has looked at it: it goes on. */
  | { type: 'releaseWithdrawal'; withdrawalId: string }
  /** Comes before the bank is asked: from then on the withdrawal cannot be cancelled. */
  | { type: 'orderWithdrawal'; withdrawalId: string }
  /** It cannot be instant, for a reason: it goes by ACH instead. */
  | { type: 'rerouteWithdrawal'; withdrawalId: string; reason: string }
  /** The bank has it, under its `reference`. */
  | { type: 'sendWithdrawal'; withdrawalId: string; reference: string }
  /** The bank did not take it, or gave it back later. */
  | { type: 'failWithdrawal' | 'returnWithdrawal'; withdrawalId: string; reason: string }
  /** The operator has looked at it and stops it. */
  | { type: 'stopWithdrawal'; withdrawalId: string; reason: string }
  | { type: 'cancelWithdrawal'; withdrawalId: string }
  /** `givesUp`: the tokens that its owner leaves behind by choice. */
  | { type: 'closeWallet'; givesUp?: readonly Token[] }
  /** The operator has paid what a closed wallet is owed, or a part of it, by a transaction of the bank. */
  | { type: 'payOutLeftover'; paymentId: string; bank: string; transactionId: string; cents: bigint }
  /** Moves the debt of a closed wallet to the new account of its returned member. */
  | { type: 'handDebtOver'; debtId: string; to: string }
  | { type: 'takeDebtOver'; debtId: string; from: string; amount: Money }
