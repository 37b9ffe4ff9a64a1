import { billerAccount, memberAccount, poolAccount, stakeAccount, type Account } from './accounts.ts'
import type { LedgerEvent } from './ledger-event.ts'
import { fromAmountJson, type AmountJson, type Currency } from './money.ts'

/**
 * One line of a journal entry. `minor` is in minor units; a debit is positive, a credit negative (the
 * sign convention of hledger and beancount), so what we owe is negative.
 */
export interface Posting {
  readonly account: Account
  readonly currency: Currency
  readonly minor: bigint
}

const CLEARING = { bank: 'asset:bank', card: 'asset:card-clearing', ach: 'asset:ach-clearing' } as const

/** What a transaction of the bank is, by what it was booked as. */
const BOOKED_AS = {
  interest: 'revenue:bank-interest',
  fee: 'expense:bank-fees',
  cards: 'asset:card-clearing',
  debits: 'asset:ach-clearing',
  market: 'asset:market',
  house: 'equity:house',
} as const

const GIVEN_UP_TO = { USDC: 'equity:house', YUT: 'equity:yut-issuance' } as const

/** Moves an amount: credits its source, debits its destination. */
const entry = (amount: AmountJson, debit: Account, credit: Account): readonly Posting[] => {
  const { currency, minor } = fromAmountJson(amount)
  if (minor === 0n) return []
  return [
    { account: debit, currency, minor },
    { account: credit, currency, minor: -minor },
  ]
}

/**
 * The journal is the log mapped through this function: every event's postings sum to zero per currency,
 * and an event that moves no money has none.
 */
export const postings = (event: LedgerEvent): readonly Posting[] => {
  switch (event.type) {
    case 'WalletOpened':
    case 'TreasuryAccountOpened':
    case 'StakeLocked':
    case 'ProposalStakeLocked':
    case 'StakeReleased':
    case 'WithdrawalReleased':
    case 'WithdrawalOrdered':
    case 'RewardReserveExhausted':
    case 'RewardReserveReplenished':
    case 'ProposalOpened':
    case 'VoteCast':
    case 'ProposalClosed':
    case 'CredentialIssued':
    case 'CredentialRevoked':
    case 'MemberErased':
      return []
    // The payment of a request is a transfer between wallets.
    case 'TransferRequested':
    case 'TransferRequestApproved':
    case 'TransferRequestFulfilled':
    case 'TransferRequestFailed':
    case 'TransferRequestDeclined':
    case 'TransferRequestCancelled':
    case 'TransferRequestExpired':
      return []
    case 'RewardReserveFunded':
      return entry(event.data.amount, 'equity:yut-issuance', 'equity:yut-rewards')
    case 'RewardsReserved':
      return entry(event.data.amount, 'equity:yut-rewards', 'liability:in-flight:rewards')
    case 'RewardsReleased':
      return entry(event.data.amount, 'liability:in-flight:rewards', 'equity:yut-rewards')
    // Until the wallet is credited, a deposit's money is neither ours nor the member's.
    case 'DepositInitiated':
    case 'DepositSubmitted':
    case 'DepositActionRequired':
    case 'DepositProcessing':
    case 'DepositFailed':
    case 'DepositSucceeded':
    case 'DepositReturned':
    case 'DepositClaimed':
    case 'DepositReleased':
      return []
    case 'DepositCredited': {
      const { amount, memberId, source, fee } = event.data
      const credit = entry(amount, CLEARING[source], memberAccount(memberId, amount.currency))
      return fee ? [...credit, ...entry(fee, CLEARING[source], 'revenue:card-fees')] : credit
    }
    case 'DepositReversed': {
      const { amount, memberId, source, fee } = event.data
      const debit = entry(amount, memberAccount(memberId, amount.currency), CLEARING[source])
      return fee ? [...debit, ...entry(fee, 'revenue:card-fees', CLEARING[source])] : debit
    }
    case 'DebtHandedOver':
      return entry(event.data.amount, 'liability:in-flight:debts', memberAccount(event.data.memberId, 'USD'))
    case 'DebtTakenOver':
      return entry(event.data.amount, memberAccount(event.data.memberId, 'USD'), 'liability:in-flight:debts')
    case 'WithdrawalRequested':
      return entry(
        event.data.amount,
        memberAccount(event.data.memberId, 'USD'),
        'liability:in-flight:withdrawals',
      )
    case 'WithdrawalSent': {
      const { amount, fee = '0' } = event.data
      const paid = { ...amount, minor: (BigInt(amount.minor) - BigInt(fee)).toString() }
      return [
        ...entry(paid, 'liability:in-flight:withdrawals', 'asset:bank'),
        ...entry({ ...amount, minor: fee }, 'liability:in-flight:withdrawals', 'revenue:withdrawal-fees'),
      ]
    }
    case 'WithdrawalRerouted':
    case 'WithdrawalFailed':
    case 'WithdrawalCancelled':
      return entry(
        event.data.amount,
        'liability:in-flight:withdrawals',
        memberAccount(event.data.memberId, 'USD'),
      )
    case 'WithdrawalReturned':
      return entry(event.data.amount, 'asset:bank', memberAccount(event.data.memberId, 'USD'))
    // Tokens that were given up are the house's; YUT are as if they had never been issued.
    case 'WalletClosed':
      return (event.data.gaveUp ?? []).flatMap((amount) =>
        entry(amount, memberAccount(event.data.memberId, amount.currency), GIVEN_UP_TO[amount.currency]),
      )
    case 'LeftoverPaidOut':
      return entry(event.data.amount, memberAccount(event.data.memberId, 'USD'), 'asset:bank')
    case 'DepositTakenBack': {
      const { amount, memberId, source, fee } = event.data
      return [
        ...entry(amount, memberAccount(memberId, amount.currency), CLEARING[source]),
        ...entry(fee, 'revenue:card-fees', CLEARING[source]),
      ].filter(({ minor }) => minor !== 0n)
    }
    case 'DepositGivenBack': {
      const { amount, memberId, source, fee } = event.data
      return [
        ...entry(amount, CLEARING[source], memberAccount(memberId, amount.currency)),
        ...entry(fee, CLEARING[source], 'revenue:card-fees'),
      ].filter(({ minor }) => minor !== 0n)
    }
    case 'TransferSent': {
      const { amount, from } = event.data
      return entry(amount, memberAccount(from, amount.currency), 'liability:in-flight:transfers')
    }
    case 'TransferReceived': {
      const { amount, to } = event.data
      return entry(amount, 'liability:in-flight:transfers', memberAccount(to, amount.currency))
    }
    case 'TransferReturned': {
      const { amount, from } = event.data
      return entry(amount, 'liability:in-flight:transfers', memberAccount(from, amount.currency))
    }
    case 'YutGranted': {
      const { amount, memberId } = event.data
      return entry(amount, 'equity:yut-issuance', memberAccount(memberId, amount.currency))
    }
    case 'BillPaymentDeclined':
    case 'BillsFromWalletSet':
    case 'DailyLimitSet':
    case 'PoolCreated':
    case 'PoolPaymentDeclined':
    case 'PoolPaymentSettled':
    // Selling units for cash does not change a pool's value.
    case 'PoolProceedsOrdered':
    case 'PoolProceedsKept':
    case 'AutoPaySet':
    case 'TargetYieldSet':
    case 'PoolClosed':
    // An unpaid bill is not our liability; the amount paid on it is.
    case 'BillIssued':
    case 'BillPaymentStarted':
    case 'BillPaymentFailed':
    case 'BillPastDue':
      return []
    case 'PoolContributionSent':
      return entry(event.data.amount, memberAccount(event.data.memberId, 'USD'), 'liability:in-flight:pools')
    case 'PoolContributionReturned':
    case 'PoolProceedsReceived':
      return entry(event.data.amount, 'liability:in-flight:pools', memberAccount(event.data.memberId, 'USD'))
    case 'PoolContributionReceived':
      return entry(event.data.amount, 'liability:in-flight:pools', poolAccount(event.data.poolId))
    case 'PoolProceedsSent': {
      const { amount, poolId, purpose } = event.data
      return entry(
        amount,
        poolAccount(poolId),
        purpose.kind === 'bill' ? 'liability:in-flight:bills' : 'liability:in-flight:pools',
      )
    }
    case 'PoolProceedsReturned':
      return entry(event.data.amount, 'liability:in-flight:bills', poolAccount(event.data.poolId))
    // The market owes what a pool gained, and is owed what it lost.
    case 'PoolValued':
    case 'PoolRepriced':
    case 'DividendReceived':
      return entry(event.data.change, 'equity:market', poolAccount(event.data.poolId))
    case 'BillPaidFromWallet':
      return entry(event.data.amount, memberAccount(event.data.memberId, 'USD'), 'liability:in-flight:bills')
    case 'BillPaid':
      return entry(event.data.amount, 'liability:in-flight:bills', billerAccount(event.data.biller))
    case 'BankTransactionBooked':
      return entry(event.data.amount, 'asset:bank', BOOKED_AS[event.data.as])
    case 'InterestPaid':
      return entry(event.data.amount, 'expense:interest', memberAccount(event.data.memberId, 'USD'))
    case 'YutStaked': {
      const { amount, memberId } = event.data
      return entry(amount, memberAccount(memberId, 'YUT'), stakeAccount(memberId))
    }
    case 'YutUnstaked': {
      const { amount, memberId } = event.data
      return entry(amount, stakeAccount(memberId), memberAccount(memberId, 'YUT'))
    }
    case 'RewardsClaimed':
      return entry(
        event.data.amount,
        'liability:in-flight:rewards',
        memberAccount(event.data.memberId, 'YUT'),
      )
  }
}
