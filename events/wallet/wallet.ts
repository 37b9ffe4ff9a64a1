import { addTo, fromAmountJson, noBalances, type AmountJson, type Currency } from '../money.ts'
import {
  limitSet,
  noDailyLimit,
  sentAfter,
  sentByTokensAfter,
  type DailyLimit,
  type SentByTokens,
  type SentInDay,
} from './daily-limit.ts'
import { accruingSeconds, earnedBy, type AccrualPause } from './accrual.ts'
import { holdsAfter, type Hold } from './holds.ts'
import { receivedAfter, type Received } from './received.ts'
import { withdrawalsAfter, type Withdrawals } from './withdrawals.ts'
import { withdrawnAfter, type Withdrawn } from './withdrawal-limits.ts'
import { nothingUnproven, unprovenAfter, type Unproven } from './step-up.ts'
import { walletEvents, type WalletEvent, type WalletEventOf } from './events.ts'
import { closeDays, interestFrom, paidFor, type InterestState } from './interest.ts'
import { defineStream } from '../stream.ts'

/** What a member owns, folded from their stream. Amounts in minor units. */
export interface Holdings {
  readonly memberId: string
  /** Id of the USD treasury account at the bank, null until it is opened. */
  readonly treasuryAccountId: string | null
  /** Below zero only in USD, after a deposit came back or a debt was taken over; that blocks spending. */
  readonly balances: Readonly<Record<Currency, bigint>>
  /** Part of the balance that cannot be spent now. */
  readonly locked: Readonly<Record<Currency, bigint>>
  readonly stake: Stake
  readonly interest: InterestState
  /** Auto-pay may take what pools lack for a bill. */
  readonly billsFromWallet: boolean
  readonly dailyLimit: DailyLimit
  /** Null before the first transfer. */
  readonly sentInDay: SentInDay | null
  readonly sentByTokens: SentByTokens
  readonly unproven: Unproven
  /** Money that may not leave the house yet; what ends first comes first. */
  readonly holds: readonly Hold[]
  readonly withdrawals: Withdrawals
  /** Null before the first withdrawal. */
  readonly withdrawn: Withdrawn | null
  /** Dollars from other members; null before the first. */
  readonly received: Received | null
}

/** Staked tokens, in millionths of a YUT; they are no part of the YUT balance. */
export interface Stake {
  readonly minor: bigint
  /** Σ stake × accruing seconds up to `since`. */
  readonly seconds: bigint
  /** ISO time of the latest change; null before the first. */
  readonly since: string | null
  /** Rewards claimed so far. */
  readonly claimedMinor: bigint
  /**
   * Locks of votes and of the member's own proposals, by proposal id. A token may vote once on each proposal, so the
   * largest lock counts.
   */
  readonly locks: Readonly<Record<string, StakeLock>>
}

interface StakeLock {
  readonly minor: bigint
  /** ISO time at which the proposal closes. */
  readonly until: string
  /** The member has opened the proposal, and has not voted on it. */
  readonly isProposers?: true
}

const noStake: Stake = { minor: 0n, seconds: 0n, since: null, claimedMinor: 0n, locks: {} }

export type Wallet =
  | { readonly status: 'absent' }
  | ({ readonly status: 'open' } & Holdings)
  | ({ readonly status: 'closed' } & Holdings)

export const initialState = (): Wallet => ({ status: 'absent' })

/** What can be spent: balance minus what is locked, in minor units. */
export const availableIn = (wallet: Holdings, currency: Currency): bigint =>
  wallet.balances[currency] - wallet.locked[currency]

/** The part of a stake that rewards are computed from. */
export type Accrual = Pick<Stake, 'minor' | 'seconds' | 'since' | 'claimedMinor'>

/** Σ stake × accruing seconds up to `at`. */
export const stakeSecondsAt = (stake: Accrual, at: string, pauses: readonly AccrualPause[]): bigint =>
  stake.since === null ? 0n : stake.seconds + stake.minor * accruingSeconds(stake.since, at, pauses)

/** Rewards that can be claimed at `at`, in millionths of a YUT. */
export const claimableAt = (stake: Accrual, at: string, pauses: readonly AccrualPause[]): bigint =>
  earnedBy(stakeSecondsAt(stake, at, pauses)) - stake.claimedMinor

/** The lock with the largest amount at `at`; null without one. */
export const strongestLock = (
  stake: Stake,
  at: string,
): (StakeLock & { readonly proposalId: string }) | null =>
  Object.entries(stake.locks)
    .filter(([, { until }]) => until > at)
    .map(([proposalId, lock]) => ({ proposalId, ...lock }))
    .reduce<(StakeLock & { proposalId: string }) | null>(
      (most, lock) => (most === null || lock.minor > most.minor ? lock : most),
      null,
    )

const changed = (wallet: Wallet, change: (holdings: Holdings) => Partial<Holdings>): Wallet => {
  if (wallet.status === 'absent') throw new Error('A wallet event stands before WalletOpened')
  return { ...wallet, ...change(wallet) }
}

const moved = (wallet: Wallet, currency: Currency, minor: bigint): Wallet =>
  changed(wallet, ({ balances }) => ({ balances: addTo(balances, currency, minor) }))

/** A clock that steps back must not let the same seconds accrue twice. */
const laterOf = (since: string | null, at: string): string => (since !== null && since > at ? since : at)

const staked = (
  wallet: Wallet,
  { amount, stakeSeconds }: { amount: AmountJson; stakeSeconds: string },
  sign: 1n | -1n,
  at: string,
): Wallet => {
  const { currency, minor } = fromAmountJson(amount)
  return changed(moved(wallet, currency, -sign * minor), ({ stake }) => ({
    stake: {
      ...stake,
      minor: stake.minor + sign * minor,
      seconds: BigInt(stakeSeconds),
      since: laterOf(stake.since, at),
    },
  }))
}

const claimed = (
  wallet: Wallet,
  { amount, stakeSeconds }: WalletEventOf<'RewardsClaimed'>['data'],
  at: string,
): Wallet => {
  const { currency, minor } = fromAmountJson(amount)
  return changed(moved(wallet, currency, minor), ({ stake }) => ({
    stake: {
      ...stake,
      seconds: BigInt(stakeSeconds),
      since: laterOf(stake.since, at),
      claimedMinor: stake.claimedMinor + minor,
    },
  }))
}

const locked = (
  wallet: Wallet,
  { proposalId, amount, until }: WalletEventOf<'StakeLocked'>['data'],
): Wallet => {
  const lock = { minor: fromAmountJson(amount).minor, until }
  return changed(wallet, ({ stake }) => ({
    stake: { ...stake, locks: { ...stake.locks, [proposalId]: lock } },
  }))
}

const lockedByProposal = (
  wallet: Wallet,
  { proposalId, amount, until }: WalletEventOf<'ProposalStakeLocked'>['data'],
): Wallet => {
  const lock: StakeLock = { minor: fromAmountJson(amount).minor, until, isProposers: true }
  return changed(wallet, ({ stake }) => ({
    stake: { ...stake, locks: { ...stake.locks, [proposalId]: lock } },
  }))
}

const released = (wallet: Wallet, { proposalId }: WalletEventOf<'StakeReleased'>['data']): Wallet =>
  changed(wallet, ({ stake }) => {
    const { [proposalId]: _released, ...locks } = stake.locks
    return { stake: { ...stake, locks } }
  })

const sentAway = (wallet: Wallet, data: WalletEventOf<'TransferSent'>['data'], at: string): Wallet => {
  const amount = fromAmountJson(data.amount)
  return changed(moved(wallet, amount.currency, -amount.minor), ({ sentInDay, sentByTokens, unproven }) => ({
    sentInDay: sentAfter(sentInDay, amount, at),
    sentByTokens:
      data.token === undefined ? sentByTokens : sentByTokensAfter(sentByTokens, data.token, amount, at),
    unproven: unprovenAfter(unproven, { ...data, amount }),
  }))
}

const sentHere = (
  wallet: Wallet,
  { amount }: WalletEventOf<'TransferReceived'>['data'],
  at: string,
): Wallet => {
  const { currency, minor } = fromAmountJson(amount)
  return changed(moved(wallet, currency, minor), ({ received }) =>
    currency === 'USD' ? { received: receivedAfter(received, minor, at) } : {},
  )
}

const limited = (
  wallet: Wallet,
  { cents, from }: WalletEventOf<'DailyLimitSet'>['data'],
  at: string,
): Wallet =>
  changed(wallet, ({ dailyLimit }) => ({
    dailyLimit: limitSet(dailyLimit, cents === null ? null : BigInt(cents), from, at),
  }))

/**
 * Closes the days that have ended before a USD movement, with the balance before it. Other facts close no day: when
 * two processes append around midnight, a fact of the old day may come after one of the new day, and a reader of the
 * USD movements alone, such as the audit, must get the same closing balances.
 */
const onTheDayOf = (wallet: Wallet, event: WalletEvent, at: string): Wallet => {
  if (wallet.status === 'absent' || !('amount' in event.data) || event.data.amount.currency !== 'USD')
    return wallet
  const interest = closeDays(wallet.interest, wallet.balances.USD, at)
  return interest === wallet.interest ? wallet : { ...wallet, interest }
}

const openedOn = (memberId: string, at: string): Wallet => ({
  status: 'open',
  memberId,
  treasuryAccountId: null,
  balances: noBalances(),
  locked: noBalances(),
  stake: noStake,
  interest: interestFrom(at),
  billsFromWallet: false,
  dailyLimit: noDailyLimit,
  sentInDay: null,
  sentByTokens: {},
  unproven: nothingUnproven,
  holds: [],
  withdrawals: {},
  withdrawn: null,
  received: null,
})

/** What a fact changes of the money that may not leave the house yet, and of what is leaving it. */
const leavingAfter = (wallet: Wallet, event: WalletEvent, at: string): Wallet => {
  if (wallet.status === 'absent') return wallet
  const holds = holdsAfter(wallet.holds, event, at)
  const withdrawals = withdrawalsAfter(wallet.withdrawals, event, at)
  if (withdrawals !== wallet.withdrawals) {
    const withdrawn = withdrawnAfter(wallet, event, at)
    return { ...wallet, holds, withdrawals, withdrawn }
  }
  return holds === wallet.holds ? wallet : { ...wallet, holds }
}

const closed = (
  wallet: Wallet,
  { gaveUp = [] }: Extract<WalletEvent, { type: 'WalletClosed' }>['data'],
): Wallet => {
  if (wallet.status === 'absent') throw new Error('WalletClosed stands before WalletOpened')
  return gaveUp.reduce<Wallet>((left, { currency, minor }) => moved(left, currency, -BigInt(minor)), {
    ...wallet,
    status: 'closed',
  })
}

/** The wallet after one more fact, which happened at `at` (ISO time, UTC). */
export const evolve = (before: Wallet, event: WalletEvent, at: string): Wallet => {
  const wallet = leavingAfter(onTheDayOf(before, event, at), event, at)
  switch (event.type) {
    case 'WalletOpened':
      return openedOn(event.data.memberId, at)
    case 'TreasuryAccountOpened':
      return changed(wallet, () => ({ treasuryAccountId: event.data.accountId }))
    case 'DepositCredited':
    case 'DepositGivenBack':
    case 'DebtHandedOver':
    case 'TransferReturned':
    case 'YutGranted':
    case 'PoolContributionReturned':
    case 'PoolProceedsReceived':
    case 'WithdrawalRerouted':
    case 'WithdrawalFailed':
    case 'WithdrawalCancelled':
    case 'WithdrawalReturned': {
      const { currency, minor } = fromAmountJson(event.data.amount)
      return moved(wallet, currency, minor)
    }
    case 'DepositReversed':
    case 'DepositTakenBack':
    case 'DebtTakenOver':
    case 'PoolContributionSent':
    case 'LeftoverPaidOut':
    case 'BillPaidFromWallet': {
      const { currency, minor } = fromAmountJson(event.data.amount)
      return moved(wallet, currency, -minor)
    }
    case 'TransferReceived':
      return sentHere(wallet, event.data, at)
    case 'TransferSent':
      return sentAway(wallet, event.data, at)
    case 'WithdrawalRequested': {
      const amount = fromAmountJson(event.data.amount)
      return changed(moved(wallet, amount.currency, -amount.minor), ({ sentInDay }) => ({
        sentInDay: sentAfter(sentInDay, amount, at),
      }))
    }
    case 'InterestPaid': {
      const { day, remainder, amount } = event.data
      const { currency, minor } = fromAmountJson(amount)
      return changed(moved(wallet, currency, minor), ({ interest }) => ({
        interest: paidFor(interest, day, remainder),
      }))
    }
    case 'YutStaked':
      return staked(wallet, event.data, 1n, at)
    case 'YutUnstaked':
      return staked(wallet, event.data, -1n, at)
    case 'RewardsClaimed':
      return claimed(wallet, event.data, at)
    case 'StakeLocked':
      return locked(wallet, event.data)
    case 'ProposalStakeLocked':
      return lockedByProposal(wallet, event.data)
    case 'StakeReleased':
      return released(wallet, event.data)
    case 'BillPaymentDeclined':
    case 'WithdrawalReleased':
    case 'WithdrawalOrdered':
    case 'WithdrawalSent':
      return wallet
    case 'BillsFromWalletSet':
      return changed(wallet, () => ({ billsFromWallet: event.data.allowed }))
    case 'DailyLimitSet':
      return limited(wallet, event.data, at)
    case 'WalletClosed':
      return closed(wallet, event.data)
  }
}

/** How a wallet's stream is read and folded. */
export const walletKind = defineStream(walletEvents, { initialState, evolve, snapshot: 11 })
