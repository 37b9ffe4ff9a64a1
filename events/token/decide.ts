import { derivedId } from '../ids.ts'
import { formatMinor, type Money } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { ReserveEvent } from './events.ts'
import { evolveReserve, type Reserve } from './reserve.ts'

/** The commands on the reward reserve. Amounts in YUT; ids are derived where a step may be repeated. */
export type ReserveCommand =
  /** Funds the reserve up to `total` over its whole life; never takes anything away. */
  | { type: 'fundUpTo'; total: Money }
  /** Sets `amount` aside for a claim, or all that the reserve has when that is less. */
  | { type: 'reserveRewards'; claimId: string; memberId: string; amount: Money; claimedBefore: bigint }
  /** The wallet refused the claim for good. */
  | { type: 'releaseRewards'; claimId: string; memberId: string; amount: Money; reason: string }

/**
 * Delay before accrual stops once the reserve is empty, and before it resumes once the reserve is funded. No
 * command on a wallet takes this long from reading the clock to its last append, so each of them knows of a pause
 * before it begins, and a replay of the ledger gives every wallet the same rewards.
 */
const PAUSE_NOTICE_MS = 60_000

const noticed = (at: string, notBefore: string | null | undefined): string => {
  const time = new Date(Date.parse(at) + PAUSE_NOTICE_MS).toISOString()
  return typeof notBefore === 'string' && notBefore > time ? notBefore : time
}

/** Adds a fact if the reserve becomes empty with `events`, or is no longer empty. */
const withPauses = (reserve: Reserve, events: readonly ReserveEvent[], at: string): ReserveEvent[] => {
  const after = events.reduce(evolveReserve, reserve)
  const last = reserve.pauses.at(-1)
  if (after.availableMinor === 0n && !reserve.emptySince) {
    const pauseId = derivedId('accrual-pause', String(reserve.pauses.length + 1))
    const accrualStopsAt = noticed(at, last?.to)
    return [...events, { type: 'RewardReserveExhausted', data: { pauseId, accrualStopsAt } }]
  }
  if (after.availableMinor > 0n && reserve.emptySince) {
    const { pauseId } = reserve.emptySince
    const accrualResumesAt = noticed(at, last?.from)
    return [...events, { type: 'RewardReserveReplenished', data: { pauseId, accrualResumesAt } }]
  }
  return [...events]
}

/**
 * Decides a command on the reserve: returns the new facts, none when it has been done already. Pure; `at` (ISO
 * time, UTC) is now.
 * @throws {Refusal} `reserve_empty`: nothing is left to set aside
 */
export const decideReserve = (command: ReserveCommand, reserve: Reserve, at: string): ReserveEvent[] => {
  switch (command.type) {
    case 'fundUpTo': {
      const missing = command.total.minor - reserve.fundedMinor
      if (missing <= 0n) return withPauses(reserve, [], at)
      const fundingId = derivedId('reward-reserve', command.total.minor.toString())
      const amount = { currency: 'YUT', minor: missing.toString() } as const
      return withPauses(reserve, [{ type: 'RewardReserveFunded', data: { fundingId, amount } }], at)
    }
    case 'reserveRewards': {
      const { claimId, memberId, claimedBefore } = command
      const available = reserve.availableMinor
      if (available === 0n) {
        throw new Refusal(
          'reserve_empty',
          'The reward reserve is empty. Your rewards stay yours and can be claimed when it is funded again.',
        )
      }
      const minor = command.amount.minor < available ? command.amount.minor : available
      if (minor <= 0n) throw new Error(`A claim of ${formatMinor('YUT', minor)} YUT has nothing to reserve`)
      const data = {
        claimId,
        memberId,
        amount: { currency: 'YUT', minor: minor.toString() } as const,
        claimedBefore: claimedBefore.toString(),
      }
      return withPauses(reserve, [{ type: 'RewardsReserved', data }], at)
    }
    case 'releaseRewards': {
      const { claimId, memberId, reason } = command
      const amount = { currency: 'YUT', minor: command.amount.minor.toString() } as const
      return withPauses(
        reserve,
        [{ type: 'RewardsReleased', data: { claimId, memberId, amount, reason } }],
        at,
      )
    }
  }
}
