import { createOpenings, startOpeningCompletion } from '../../../../api/governance/opening.ts'
import { startProposalClose } from '../../../../api/governance/proposal-close.ts'
import { createProposals, proposalIdOf } from '../../../../api/governance/proposals.ts'
import { createVotes, startVoteCompletion } from '../../../../api/governance/votes.ts'
import { createTurns } from '../../../../events/turns.ts'
import { NO_WORDS, type Core, type Part } from '../core.ts'
import type { GovernanceIntent, GovernanceProcess } from './intents.ts'

export const startGovernance = (core: Core): Part<GovernanceIntent, GovernanceProcess> => {
  const { store, clock, log, views, wallets, recorded } = core
  const proposals = createProposals({ store })
  const votes = createVotes({
    wallets,
    proposals,
    clock,
    inTurn: createTurns(),
    endOf: async (proposalId) => views().endOfVoting(proposalId),
  })
  const openings = createOpenings({ wallets, proposals, clock })
  return {
    take: async (intent, repeated) => {
      switch (intent.do) {
        case 'propose': {
          const { member: memberId, days: votingDays, key: idempotencyKey } = intent
          await openings.open({
            memberId,
            idempotencyKey,
            repeated,
            proposalId: proposalIdOf(memberId, idempotencyKey),
            words: { title: NO_WORDS, description: NO_WORDS, proposalType: 'other' },
            votingDays,
          })
          return 'done'
        }
        case 'vote': {
          const { member: memberId, proposalId, vote, key: idempotencyKey } = intent
          const { weight } = await votes.cast({ memberId, idempotencyKey, proposalId, vote, repeated })
          return `weighs ${weight}`
        }
      }
    },
    processes: {
      'complete votes': () =>
        startVoteCompletion({
          unfinished: async (before) => views().halfDoneVotes(before.toISOString()),
          finish: recorded((...given) => votes.complete(...given)),
          clock,
          log,
        }),
      'open proposals': () =>
        startOpeningCompletion({
          unfinished: async (before) => views().halfDoneProposals(before.toISOString()),
          finish: recorded((...given) => openings.complete(...given)),
          clock,
          log,
        }),
      'close proposals': () =>
        startProposalClose({
          toClose: async (endedBefore) => views().proposalsToClose(endedBefore.toISOString()),
          totalStakeAt: async (at) => views().totalStakeAt(at),
          toRelease: async () => views().locksToRelease(),
          caughtUp: async () => true,
          proposals: { ...proposals, execute: recorded((...given) => proposals.execute(...given)) },
          wallets: { ...wallets, execute: recorded((...given) => wallets.execute(...given)) },
          clock,
          log,
        }),
    },
  }
}
