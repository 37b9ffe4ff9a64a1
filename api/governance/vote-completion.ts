import type { BaseLogger } from 'pino'
import { Refusal } from '../../events/refusal.ts'
import type { HeldVote } from '../../projections/governance/queries.ts'
import type { Votes } from './votes.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

/** How long a vote may be under way before this process takes it up: whoever cast it usually finishes it. */
const GRACE_MS = 2_000
const EVERY_MS = 500
const AT_ONCE_MAX = 100

/** Brings votes to their proposals whose stake is held and which died on the way. */
export const startVoteCompletion = ({
  halfDone,
  votes,
  log,
}: {
  /** Votes begun at least `olderThanMs` ago that their proposals have not taken, oldest first. */
  halfDone: (olderThanMs: number, limit: number) => Promise<readonly HeldVote[]>
  votes: Pick<Votes, 'complete'>
  log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring =>
  recurring({
    name: 'vote completion',
    everyMs: EVERY_MS,
    wokenBy: ['governance'],
    graceMs: GRACE_MS,
    log,
    round: async () => {
      const held = await halfDone(GRACE_MS, AT_ONCE_MAX)
      if (held.length === 0) return
      const outcomes = await Promise.allSettled(held.map((vote) => votes.complete(vote)))
      // Refused: a later vote counts, or the proposal has closed and its holds are released.
      const failed = outcomes.find(
        (outcome) => outcome.status === 'rejected' && !(outcome.reason instanceof Refusal),
      )
      if (failed?.status === 'rejected') throw failed.reason
      log.info({ votes: held.length }, 'Completed votes that had been left half done')
    },
  })
