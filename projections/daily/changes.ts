import { dayOf } from '../../events/calendar.ts'
import type { WalletEvent } from '../../events/wallet/events.ts'
import type { Draft, RowOf } from '../table.ts'
import type { WalletFact } from '../wallet-facts.ts'
import type { walletDay } from './table.ts'

/** Sums of a member's consecutive movements in one account on one UTC day; see table `wallet_day`. */
export type Run = Draft<RowOf<typeof walletDay.columns>>

export const NOTHING = {
  earnedMinor: 0n,
  depositedMinor: 0n,
  otherMinor: 0n,
  inMinor: 0n,
  outMinor: 0n,
  moves: 0n,
}

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

/** The runs of a batch by member, in order, from the journal entries of its events. */
export const dayRuns = (facts: readonly WalletFact[]): ReadonlyMap<string, readonly Run[]> => {
  const runs = new Map<string, Run[]>()
  for (const { event, memberId, at, position, moves } of facts) {
    for (const { account, minor } of moves) {
      const day = dayOf(at)
      const own = runs.get(memberId) ?? []
      let run = own.at(-1)
      if (run?.day !== day || run.account !== account) {
        run = { memberId, day, account, ...NOTHING, firstPosition: position, lastPosition: position }
        own.push(run)
        runs.set(memberId, own)
      }
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
