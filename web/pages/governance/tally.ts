import type { Proposal, VoteType } from '../../../api/contract/governance.ts'
import { minorOf } from '../../data/amounts.ts'
import { percent } from '../../texts/exact-numbers.ts'

interface Share {
  readonly vote: VoteType
  readonly votes: string
  /** Share of all votes cast, from 0 to 1; 0 when no votes were cast. */
  readonly share: number
}

const millionths = (amount: string): bigint => minorOf(amount, 'YUT') ?? 0n

/** Quotient for display, cut to four decimals. */
const ratio = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000

/** The share of each vote type. */
export const sharesOf = (proposal: Proposal): readonly Share[] => {
  const votes: readonly (readonly [VoteType, string])[] = [
    ['for', proposal.votes_for],
    ['against', proposal.votes_against],
    ['abstain', proposal.votes_abstain],
  ]
  const all = votes.reduce((sum, [, amount]) => sum + millionths(amount), 0n)
  return votes.map(([vote, amount]) => ({ vote, votes: amount, share: ratio(millionths(amount), all) }))
}

/** Votes for and abstentions as a share of the quorum, from 0; more than 1 when the quorum is exceeded. */
export const quorumShare = ({ votes_for, votes_abstain, quorum, quorum_reached }: Proposal): number =>
  millionths(quorum) === 0n
    ? Number(quorum_reached)
    : ratio(millionths(votes_for) + millionths(votes_abstain), millionths(quorum))

/** "42%" */
export const percentText = (share: number): string => percent(Math.round(share * 100))
