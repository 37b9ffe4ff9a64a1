import { memberAccount, stakeAccount } from '../../events/accounts.ts'
import { CURRENCIES, type Currency } from '../../events/money.ts'
import { postings } from '../../events/postings.ts'
import type { WalletEvent } from '../../events/wallet/events.ts'
import type { WalletFact } from '../wallet-facts.ts'

/** A member's accounts; staked tokens are no part of the YUT balance. */
export const ACCOUNTS = [...CURRENCIES, 'YUT staked'] as const
export type DayAccount = (typeof ACCOUNTS)[number]
export const currencyOf = (account: DayAccount): Currency => (account === 'YUT staked' ? 'YUT' : account)

/** Movements of a member that follow one another in one account on one UTC day (`yyyy-mm-dd`); see table `wallet_day`. */
export interface Run {
  readonly memberId: string
  readonly day: string
  readonly account: DayAccount
  earnedMinor: bigint
  depositedMinor: bigint
  otherMinor: bigint
  readonly firstPosition: bigint
  inMinor: bigint
  outMinor: bigint
  moves: bigint
  lastPosition: bigint
}

export const NOTHING = {
  earnedMinor: 0n,
  depositedMinor: 0n,
  otherMinor: 0n,
  inMinor: 0n,
  outMinor: 0n,
  moves: 0n,
}

const accountNames = (memberId: string): ReadonlyMap<string, DayAccount> =>
  new Map<string, DayAccount>([
    ...CURRENCIES.map((currency) => [memberAccount(memberId, currency), currency] as const),
    [stakeAccount(memberId), 'YUT staked'],
  ])

const isEarning = ({ type }: WalletEvent): boolean => type === 'InterestPaid' || type === 'RewardsClaimed'
const DEPOSITS = new Set<WalletEvent['type']>([
  'DepositCredited',
  'DepositReversed',
  'DepositTakenBack',
  'DepositGivenBack',
])
const TRANSFERS = new Set<WalletEvent['type']>(['TransferSent', 'TransferReceived', 'TransferReturned'])
const isTransfer = ({ type }: WalletEvent): boolean => TRANSFERS.has(type)
const isDeposit = ({ type }: WalletEvent): boolean => DEPOSITS.has(type)

/** The runs of a batch by member, in their order, straight from the journal entries of its events. */
export const dayRuns = (facts: readonly WalletFact[]): ReadonlyMap<string, readonly Run[]> => {
  const runs = new Map<string, Run[]>()
  for (const { event, memberId, at, position } of facts) {
    const names = accountNames(memberId)
    for (const posting of postings(event)) {
      const account = names.get(posting.account)
      if (account === undefined) continue
      const day = at.slice(0, 10)
      const own = runs.get(memberId) ?? []
      let run = own.at(-1)
      if (run?.day !== day || run.account !== account) {
        run = { memberId, day, account, ...NOTHING, firstPosition: position, lastPosition: position }
        own.push(run)
        runs.set(memberId, own)
      }
      // A member's account is a liability: what they get is a credit.
      const minor = -posting.minor
      if (minor > 0n) run.inMinor += minor
      else run.outMinor -= minor
      if (isEarning(event)) run.earnedMinor += minor
      if (isDeposit(event)) run.depositedMinor += minor
      if (!isTransfer(event)) run.otherMinor += minor
      run.moves += 1n
      run.lastPosition = position
    }
  }
  return runs
}
