import { derivedId } from '../../../../events/ids.ts'
import { DAY, refuse, type Books } from '../books.ts'
import type { GovernanceIntent } from './intents.ts'

interface Proposal {
  readonly endsAt: number
  stakeAtEnd: bigint
  outcome: 'passed' | 'rejected' | 'no_quorum' | null
  readonly votes: Map<string, { readonly vote: string; readonly weight: bigint }>
}

export const createGovernanceReference = ({ now, wallets, open, totalStake }: Books) => {
  const proposals = new Map<string, Proposal>()

  return {
    pass: (before: number, until: number): void => {
      for (const proposal of proposals.values())
        if (proposal.endsAt >= before && proposal.endsAt < until) proposal.stakeAtEnd = totalStake()
    },
    /** Lines of the result of a round: what became of each proposal that it closed. */
    close: (): readonly string[] => {
      const ended = [...proposals].filter(
        ([, { outcome, endsAt }]) => outcome === null && now() >= endsAt + 30_000,
      )
      for (const [id, proposal] of ended) {
        const sum = (...kinds: string[]) =>
          [...proposal.votes.values()].reduce(
            (all, { vote, weight }) => all + (kinds.includes(vote) ? weight : 0n),
            0n,
          )
        const passed = sum('for') > sum('against') ? 'passed' : 'rejected'
        proposal.outcome = sum('for', 'abstain') * 100n < proposal.stakeAtEnd * 4n ? 'no_quorum' : passed
        for (const { locks } of wallets.values()) locks.delete(id)
      }
      return ended.map(([id, { outcome }]) => `${id} ${outcome}`).toSorted()
    },
    take: (intent: GovernanceIntent): string => {
      switch (intent.do) {
        case 'propose': {
          const wallet = open(intent.member)
          if (wallet.staked < 10_000_000n) refuse('power_too_small')
          const id = derivedId('proposal', intent.member, intent.key)
          const endsAt = now() + intent.days * DAY
          wallet.locks.set(id, { minor: 10_000_000n, until: endsAt + 30_000 })
          proposals.set(id, {
            endsAt,
            stakeAtEnd: 0n,
            outcome: null,
            votes: new Map(),
          })
          return 'done'
        }
        case 'vote': {
          const proposal = proposals.get(intent.proposalId) ?? refuse('proposal_not_found')
          if (now() >= proposal.endsAt) refuse('voting_closed')
          const { staked, locks } = open(intent.member)
          if (staked === 0n) refuse('no_governance_power')
          locks.set(intent.proposalId, { minor: staked, until: proposal.endsAt + 30_000 })
          proposal.votes.set(intent.member, { vote: intent.vote, weight: staked })
          return `weighs ${staked}`
        }
      }
    },
  }
}
