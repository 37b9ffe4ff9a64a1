import {
  endOfVoting,
  halfDoneProposals,
  halfDoneVotes,
  locksToRelease,
  proposalsToClose,
} from '../../projections/governance/queries.ts'
import { totalStakeAt } from '../../projections/token/queries.ts'
import { owedNothing, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { unfinishedBacklog } from '../processes/backlog.ts'
import { createTurns } from '../../events/turns.ts'
import { CATCH_UP_MS, freshTo } from '../http/reading.ts'
import { startProposalClose } from './proposal-close.ts'
import { createOpenProposals } from './open-proposals.ts'
import { createOpenings, startOpeningCompletion, type Openings } from './opening.ts'
import { createProposals } from './proposals.ts'
import { registerGovernance } from './routes.ts'
import { createVotes, startVoteCompletion } from './votes.ts'

/** Composes proposals and votes: routes, the completion of votes, and closing proposals after voting has ended. */
export const composeGovernance = (
  platform: Pick<Platform, 'pool' | 'ledger' | 'clock' | 'log' | 'members' | 'messageKeys' | 'waitFor'>,
): Area & { readonly openings: Openings } => {
  const { pool, ledger, clock, log, waitFor } = platform
  const { store, wallets } = ledger
  const proposals = createProposals({ store })
  const openProposals = createOpenProposals(pool)
  const votes = createVotes({
    wallets,
    proposals,
    clock,
    inTurn: createTurns(),
    endOf: async (proposalId) => {
      const known = await endOfVoting(pool, proposalId)
      if (known !== null) return known
      // The proposal may be too new for the read model.
      await freshTo({ waitFor }, await store.head(), ['governance'])
      return endOfVoting(pool, proposalId)
    },
  })
  const openings = createOpenings({ wallets, proposals, clock })
  const unfinished = (before: Date, limit: number) => halfDoneVotes(pool, before, limit)
  const unopened = (before: Date, limit: number) => halfDoneProposals(pool, before, limit)
  return {
    ...owedNothing('a vote locks its stake, which the wallet does not let go'),
    name: 'governance',
    backlogs: [
      unfinishedBacklog('votes', { unfinished, clock }),
      unfinishedBacklog('proposals', { unfinished: unopened, clock }),
    ],
    openings,
    purges: [openProposals.purge],
    register: (api) => registerGovernance(api, { ...platform, wallets, openings, openProposals, votes }),
    processes: () => [
      startVoteCompletion({
        unfinished,
        finish: (vote) => votes.complete(vote),
        clock,
        log,
      }),
      startOpeningCompletion({
        unfinished: unopened,
        finish: (locked) => openings.complete(locked),
        clock,
        log,
      }),
      startProposalClose({
        toClose: (endedBefore, limit) => proposalsToClose(pool, endedBefore, limit),
        totalStakeAt: (at) => totalStakeAt(pool, at),
        toRelease: (limit) => locksToRelease(pool, limit),
        caughtUp: async () => waitFor(await store.head(), CATCH_UP_MS, ['governance', 'token']),
        proposals,
        wallets,
        clock,
        log,
      }),
    ],
  }
}
