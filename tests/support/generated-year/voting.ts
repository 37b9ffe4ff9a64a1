import type { Vote } from '../../../events/vote.ts'
import type { Member, World } from './world.ts'

const VOTES: readonly Vote[] = ['for', 'for', 'against', 'abstain']
const text = (keyId: string, length: number) => ({
  keyId,
  nonce: 'bm9uY2Vub25jZQ',
  ciphertext: 'dGl0bGUgb3IgZGVzY3JpcHRpb24'.repeat(length),
})

interface Open {
  readonly proposalId: string
  readonly endsAt: string
  readonly ballots: Map<Member, { readonly vote: Vote; readonly weight: bigint }>
}

/** The proposals of a generated log. They end at midnight, before anything else happens on that day. */
export const createVoting = (world: World) => {
  let open: Open[] = []

  const close = ({ proposalId, ballots, endsAt }: Open): void => {
    const sumOf = (vote: Vote) =>
      [...ballots.values()].reduce((sum, ballot) => sum + (ballot.vote === vote ? ballot.weight : 0n), 0n)
    const [votesFor, votesAgainst, votesAbstain] = [sumOf('for'), sumOf('against'), sumOf('abstain')]
    const quorum = (world.totalStake * 4n) / 100n
    const outcome =
      votesFor + votesAbstain < quorum ? 'no_quorum' : votesFor > votesAgainst ? 'passed' : 'rejected'
    world.now = Math.max(world.now, Date.parse(endsAt))
    world.proposal({
      type: 'ProposalClosed',
      data: {
        proposalId,
        votesFor: votesFor.toString(),
        votesAgainst: votesAgainst.toString(),
        votesAbstain: votesAbstain.toString(),
        quorum: quorum.toString(),
        totalStake: world.totalStake.toString(),
        ledgerPosition: String(world.facts()),
        outcome,
      },
    })
    for (const member of ballots.keys()) {
      member.holds.delete(proposalId)
      world.wallet(member, { type: 'StakeReleased', data: { memberId: member.id, proposalId } })
    }
  }

  return {
    open: (creator: Member, days: number): void => {
      const proposalId = world.newId('proposal')
      const endsAt = new Date(
        Math.floor(world.now / 86_400_000) * 86_400_000 + days * 86_400_000,
      ).toISOString()
      open.push({ proposalId, endsAt, ballots: new Map() })
      world.proposal({
        type: 'ProposalOpened',
        data: {
          proposalId,
          creatorId: creator.id,
          title: text(creator.id, 1),
          description: text(creator.id, 4),
          proposalType: 'other',
          endsAt,
          power: creator.stake.toString(),
        },
      })
    },
    /** Votes on an open proposal, or changes the vote. */
    vote: (member: Member): void => {
      const proposal = open[world.upTo(open.length) - 1]
      if (!proposal || member.stake === 0n) return
      const { proposalId, endsAt, ballots } = proposal
      const vote = VOTES[world.upTo(VOTES.length) - 1] ?? 'for'
      const ids = { voteId: world.newId('vote'), proposalId, memberId: member.id }
      const weight = member.stake
      const votedAt = world.at()
      const amount = { currency: 'YUT', minor: weight.toString() } as const
      world.wallet(member, { type: 'StakeLocked', data: { ...ids, vote, amount, until: endsAt } })
      world.proposal({ type: 'VoteCast', data: { ...ids, vote, weight: weight.toString(), votedAt } })
      member.holds.add(proposalId)
      ballots.set(member, { vote, weight })
    },
    /** Closes the proposals that have ended by now. */
    closeEnded: (): void => {
      const ended = open.filter(({ endsAt }) => Date.parse(endsAt) <= world.now)
      open = open.filter((one) => !ended.includes(one))
      ended.forEach(close)
    },
  }
}
