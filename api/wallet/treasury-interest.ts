import type { BaseLogger } from 'pino'
import { dayOf } from '../../events/calendar.ts'
import { newId, type Clock } from '../../events/ids.ts'
import { bySystem } from '../http/attempt.ts'
import type { VerifiedTime } from '../../events/wallet/interest.ts'
import type { Earning } from './earning.ts'
import type { Wallets } from './wallets.ts'
import { createAttempts } from '../processes/attempts.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

const EVERY_MS = 1_000
/** Delay after midnight (UTC) before a day is paid, so that events at its very end are counted. */
const AFTER_MIDNIGHT_MS = 60_000
const WALLETS_MAX = 500
const AT_ONCE_MAX = 50
/** Days in one append; a wallet that missed more gets several. */
const DAYS_MAX = 100

/**
 * Pays a wallet for every day that has ended; missed days are made up for. `times`: when members were verified, by
 * member; null where dollars earn whoever holds them. Resolves to where it was appended.
 */
export const payInterestDue = async (
  { wallets, clock }: { readonly wallets: Wallets; readonly clock: Clock },
  memberId: string,
  times: ReadonlyMap<string, readonly VerifiedTime[]> | null,
  correlationId: string,
): Promise<bigint> => {
  const verified = times && (times.get(memberId) ?? [])
  for (;;) {
    const { outcome, events, position } = await wallets.execute(
      memberId,
      { type: 'payInterestDue', daysMax: DAYS_MAX, verified },
      { ...bySystem(clock, correlationId, correlationId), contested: true },
    )
    // `already_done`: another worker paid the first of these days meanwhile, but maybe not the later ones.
    if (outcome !== 'already_done' && events.length < DAYS_MAX) return position
  }
}

/**
 * Pays interest for every day that has ended, to every wallet with dollars at its end that earned; missed days are made
 * up for, each once. Any number of workers may run it at once.
 */
export const startTreasuryInterest = ({
  due,
  caughtUp,
  earning: { verifiedTimes },
  wallets,
  clock,
  log,
}: {
  /** Members with unpaid days before `today`. One query, whatever the number of members. */
  due: (today: string, limit: number) => Promise<readonly string[]>
  /** Waits until the read model reaches a ledger position; false when it does not in time. */
  caughtUp: (position: bigint) => Promise<boolean>
  earning: Pick<Earning, 'verifiedTimes'>
  wallets: Wallets
  clock: Clock
  log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring => {
  const attempts = createAttempts({ name: 'treasury interest', log })
  const limits = { limit: WALLETS_MAX, atOnceMax: AT_ONCE_MAX }
  return recurring({
    name: 'treasury interest',
    everyMs: EVERY_MS,
    wokenBy: ['wallet'],
    log,
    attempts,
    round: async () => {
      const roundId = newId()
      for (;;) {
        const today = dayOf(new Date(clock().getTime() - AFTER_MIDNIGHT_MS).toISOString())
        const members = await due(today, WALLETS_MAX + attempts.waiting())
        if (members.length === 0) return
        const times = verifiedTimes && (await verifiedTimes(members))
        let position = 0n
        const { tried, failed, againMs } = await attempts.run(members, limits, async (memberId) => {
          const paidAt = await payInterestDue({ wallets, clock }, memberId, times, roundId)
          if (paidAt > position) position = paidAt
        })
        if (tried > failed) log.info({ wallets: tried - failed }, 'Paid interest')
        if (tried < WALLETS_MAX || !(await caughtUp(position))) return againMs
      }
    },
  })
}
