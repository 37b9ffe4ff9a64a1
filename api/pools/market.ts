import type { Quote } from '../../events/pools/holding.ts'
import type { Fund } from '../../events/pools/pool.ts'

/**
 * Where prices come from: one fund for each pool type and risk profile, one price a day, which holds from the
 * start of the day (UTC) to its end. What it answers for a day that has begun must never change, so that asking
 * again after a crash gives the same valuations.
 */
export interface Market {
  /** Shown to members, such as "Simulated market". */
  readonly title: string
  /** No real market stands behind it. */
  readonly simulated: boolean
  /** Why nothing can be bought, sold or valued, a sentence; null where it can. */
  readonly closed: string | null
  /** The prices of every day after `after` up to and including `through` (UTC days), oldest first. */
  readonly quotes: (fund: Fund, after: string, through: string) => Promise<readonly Quote[]>
  /** What a fund is expected to earn in a year, in millionths (80000: 8 %); an expectation, no promise. */
  readonly expectedAnnualReturn: (fund: Fund) => bigint
}
