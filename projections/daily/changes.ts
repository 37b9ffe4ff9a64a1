import { memberAccount, stakeAccount } from '../../events/accounts.ts'
import { CURRENCIES, type Currency } from '../../events/money.ts'
import { postings } from '../../events/postings.ts'
import type { WalletEvent } from '../../events/wallet/events.ts'
import type { WalletFact } from '../wallet-facts.ts'

/** A member's accounts; staked tokens are no part of the YUT balance. */
export const ACCOUNTS = [...CURRENCIES, 'YUT staked'] as const
export type DayAccount = (typeof ACCOUNTS)[number]
export const currencyOf = (account: DayAccount): Currency => (account === 'YUT staked' ? 'YUT' : account)

/** What came into and went out of one account of a member on one UTC day (`yyyy-mm-dd`), in minor units. */
interface DayChange {
  readonly memberId: string
  readonly day: string
  readonly account: DayAccount
  in: bigint
  out: bigint
  /** Interest and rewards. */
  earned: bigint
  /** Deposits less those that were taken back. */
  deposited: bigint
  /** Received less sent by transfers between members. */
  transferred: bigint
  moves: bigint
  readonly firstPosition: bigint
  lastPosition: bigint
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

/** Sums a batch by member, day and account, straight from the journal entries of its events. */
export const dayChanges = (facts: readonly WalletFact[]): readonly DayChange[] => {
  const days = new Map<string, DayChange>()
  for (const { event, memberId, at, position } of facts) {
    const names = accountNames(memberId)
    for (const posting of postings(event)) {
      const account = names.get(posting.account)
      if (account === undefined) continue
      const day = at.slice(0, 10)
      const key = `${memberId} ${day} ${account}`
      let change = days.get(key)
      if (!change) {
        const nothing = { in: 0n, out: 0n, earned: 0n, deposited: 0n, transferred: 0n, moves: 0n }
        change = { memberId, day, account, ...nothing, firstPosition: position, lastPosition: position }
        days.set(key, change)
      }
      // A member's account is a liability: what they get is a credit.
      const minor = -posting.minor
      if (minor > 0n) change.in += minor
      else change.out -= minor
      if (isEarning(event)) change.earned += minor
      if (isDeposit(event)) change.deposited += minor
      if (isTransfer(event)) change.transferred += minor
      change.moves += 1n
      change.lastPosition = position
    }
  }
  return [...days.values()]
}
