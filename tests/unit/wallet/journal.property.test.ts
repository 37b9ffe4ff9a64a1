import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { memberAccount, stakeAccount } from '../../../events/accounts.ts'
import { CURRENCIES } from '../../../events/money.ts'
import { postings } from '../../../events/postings.ts'
import { WalletEvent } from '../../../events/wallet/events.ts'
import { evolve, initialState, type Wallet } from '../../../events/wallet/wallet.ts'

const ME = '7d8f2c3a-0000-4000-8000-000000000001'
const OTHER = '7d8f2c3a-0000-4000-8000-000000000002'
const ID = '7d8f2c3a-0000-4000-8000-000000000003'
const WAITING = '7d8f2c3a-0000-4000-8000-000000000004'
const DAY = '2026-03-01'
const AT = '2026-03-02T12:00:00.000Z'

interface Sample {
  readonly any: { readonly currency: 'USD' | 'USDC' | 'YUT'; readonly minor: string }
  readonly dollars: { readonly currency: 'USD'; readonly minor: string }
  readonly yut: { readonly currency: 'YUT'; readonly minor: string }
}

/** One event of each wallet type that moves these amounts. The return type requires every type. */
const facts = ({ any, dollars, yut }: Sample): { [Type in WalletEvent['type']]: object } => {
  const transfer = { transferId: ID, amount: any }
  const deposit = { memberId: ME, depositId: ID, source: 'card', amount: dollars }
  const stake = { memberId: ME, stakeId: ID, amount: yut, stakeSeconds: '0' }
  const pool = { memberId: ME, poolId: ID, contributionId: ID, amount: dollars }
  const bill = { memberId: ME, billId: ID, paymentId: ID }
  const vote = { proposalId: ID, vote: 'for', until: AT }
  const words = { keyId: ID, nonce: 'n', ciphertext: 'c' }
  const opens = { title: words, description: words, proposalType: 'other', endsAt: AT, power: '1' }
  const withdrawal = { memberId: ME, withdrawalId: ID, amount: dollars }
  const debt = { memberId: ME, debtId: ID, amount: dollars }
  return {
    WalletOpened: { memberId: ME },
    TreasuryAccountOpened: { memberId: ME, accountId: 'fa_1' },
    DepositCredited: { ...deposit, fee: dollars },
    DepositReversed: { ...deposit, fee: dollars, reason: 'returned' },
    DepositTakenBack: { ...deposit, takeId: ID, fee: dollars, reason: 'disputed' },
    DepositGivenBack: { ...deposit, takeId: ID, fee: dollars },
    TransferSent: { ...transfer, from: ME, to: OTHER, message: null },
    TransferReceived: { ...transfer, from: OTHER, to: ME, message: null, sentAt: AT },
    TransferReturned: { ...transfer, from: ME, to: OTHER, reason: 'closed' },
    YutGranted: { memberId: ME, grantId: ID, reason: 'welcome', amount: yut },
    InterestPaid: { memberId: ME, day: DAY, balanceMinor: '1', amount: dollars, remainder: '0' },
    YutStaked: stake,
    YutUnstaked: stake,
    RewardsClaimed: { memberId: ME, claimId: ID, amount: yut, stakeSeconds: '0' },
    StakeLocked: { memberId: ME, voteId: ID, amount: yut, ...vote },
    ProposalStakeLocked: { memberId: ME, proposalId: ID, amount: yut, until: AT, opens },
    StakeReleased: { memberId: ME, proposalId: ID },
    PoolContributionSent: { ...pool, opens: null },
    PoolContributionReturned: { ...pool, reason: 'closed' },
    PoolProceedsReceived: { memberId: ME, poolId: ID, proceedsId: ID, amount: dollars },
    BillPaidFromWallet: { ...bill, amount: dollars },
    BillPaymentDeclined: { ...bill, reason: 'too_little' },
    BillsFromWalletSet: { memberId: ME, changeId: ID, allowed: true },
    DailyLimitSet: { memberId: ME, changeId: ID, cents: dollars.minor, from: AT },
    WithdrawalRequested: { ...withdrawal, accountId: ID, rail: 'instant', fee: '1', provenAt: AT },
    WithdrawalReleased: { memberId: ME, withdrawalId: WAITING },
    WithdrawalOrdered: { memberId: ME, withdrawalId: WAITING },
    WithdrawalRerouted: { ...withdrawal, withdrawalId: WAITING, reason: 'not_taken_here' },
    WithdrawalSent: { ...withdrawal, withdrawalId: WAITING, fee: '1', reference: 'bank_1' },
    WithdrawalFailed: { ...withdrawal, reason: 'rejected' },
    WithdrawalCancelled: withdrawal,
    WithdrawalReturned: { ...withdrawal, reason: 'R03' },
    LeftoverPaidOut: { memberId: ME, paymentId: ID, bank: 'b', transactionId: 't', amount: dollars },
    WalletClosed: { memberId: ME },
    DebtHandedOver: { ...debt, to: OTHER },
    DebtTakenOver: { ...debt, from: OTHER },
  }
}

const OPENED_AT = '2026-03-01T00:00:00.000Z'
/** Has a dollar, so that there is a day to pay interest for. */
const wallet = [
  { type: 'WalletOpened', data: { memberId: ME } },
  {
    type: 'DepositCredited',
    data: { memberId: ME, depositId: ID, source: 'card', amount: { currency: 'USD', minor: '100' } },
  },
  {
    type: 'WithdrawalRequested',
    data: {
      memberId: ME,
      withdrawalId: WAITING,
      accountId: ID,
      rail: 'ach',
      provenAt: OPENED_AT,
      amount: { currency: 'USD', minor: '1' },
    },
  },
].reduce((state, event) => evolve(state, WalletEvent.parse(event), OPENED_AT), initialState())

/** Minor units by account, from the wallet's state. */
const held = (state: Wallet): Readonly<Record<string, bigint>> =>
  state.status === 'absent' ? {} : { ...state.balances, staked: state.stake.minor }

/** Change of each account by one more event. */
const moved = (event: WalletEvent): Readonly<Record<string, bigint>> => {
  const before = held(wallet)
  const after = held(evolve(wallet, event, AT))
  // Opening resets the wallet to empty balances.
  if (event.type === 'WalletOpened') return after
  return Object.fromEntries(
    Object.entries(after).map(([name, minor]) => [name, minor - (before[name] ?? 0n)]),
  )
}

/** The same change from the event's postings; a member's account is a liability, so the sign is reversed. */
const entered = (event: WalletEvent): Readonly<Record<string, bigint>> => {
  const sums: Record<string, bigint> = { USD: 0n, USDC: 0n, YUT: 0n, staked: 0n }
  for (const { account, currency, minor } of postings(event)) {
    const name =
      account === stakeAccount(ME) ? 'staked' : CURRENCIES.find((one) => account === memberAccount(ME, one))
    if (name === undefined) continue
    expect([account, currency]).toEqual([account, name === 'staked' ? 'YUT' : name])
    sums[name] = (sums[name] ?? 0n) - minor
  }
  return sums
}

const minor = fc.bigInt({ min: 1n, max: 10n ** 15n }).map(String)
const samples: fc.Arbitrary<Sample> = fc
  .record({ minor, currency: fc.constantFrom(...CURRENCIES) })
  .map(({ minor: some, currency }) => ({
    any: { currency, minor: some },
    dollars: { currency: 'USD', minor: some },
    yut: { currency: 'YUT', minor: some },
  }))

/*
 * Spendable balances are folded by `evolve`; the auditor and the read models use `postings`. These tests compare both
 * for every event type.
 */
const CENT = { currency: 'USD', minor: '1' } as const
const KINDS = Object.keys(facts({ any: CENT, dollars: CENT, yut: { currency: 'YUT', minor: '1' } }))

test.each(KINDS)('%s moves in the wallet what its journal entry says', (type) => {
  fc.assert(
    fc.property(samples, (sample) => {
      const data = Object.entries(facts(sample)).find(([one]) => one === type)?.[1]
      const event = WalletEvent.parse({ type, data })
      expect(moved(event)).toEqual(entered(event))
    }),
    { numRuns: 10 },
  )
})
