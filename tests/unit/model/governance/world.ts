import { startProposalClose } from '../../../../api/governance/proposal-close.ts'
import { createProposals, proposalIdOf } from '../../../../api/governance/proposals.ts'
import { createVotes, startVoteCompletion } from '../../../../api/governance/votes.ts'
import { createTurns } from '../../../../events/turns.ts'
import { NO_WORDS, type Core, type Part } from '../core.ts'
import type { GovernanceIntent, GovernanceProcess } from './intents.ts'

export const startGovernance = (core: Core): Part<GovernanceIntent, GovernanceProcess> => {
  const { store, clock, log, views, wallets, recorded, context } = core
  const proposals = createProposals({ store })
  const votes = createVotes({
    wallets,
    proposals,
    clock,
    inTurn: createTurns(),
    endOf: async (proposalId) => views().endOfVoting(proposalId),
  })
  return {
    take: async (intent, repeated) => {
      switch (intent.do) {
        case 'propose': {
          const { member: creatorId, days: votingDays, key } = intent
          const proposalId = proposalIdOf(creatorId, key)
          const wallet = await wallets.stateOf(creatorId)
          const power = wallet.status === 'open' ? wallet.stake.minor : 0n
          const words = {
            title: NO_WORDS,
            description: NO_WORDS,
            proposalType: 'other',
            votingDays,
          } as const
          await proposals.execute(
            proposalId,
            { type: 'openProposal', proposalId, creatorId, power, ...words },
            context(proposalId),
          )
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
      'close proposals': () =>
        startProposalClose({
          toClose: async (endedBefore) => views().proposalsToClose(endedBefore.toISOString()),
          totalStakeAt: async (at) => views().totalStakeAt(at),
          toRelease: async () => views().locksToRelease(),
          caughtUp: async () => true,
          proposals: { execute: recorded((...given) => proposals.execute(...given)) },
          wallets: { ...wallets, execute: recorded((...given) => wallets.execute(...given)) },
          clock,
          log,
        }),
    },
  }
}
