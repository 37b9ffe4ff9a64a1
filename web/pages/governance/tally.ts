import type { Proposal, VoteType } from '../../../api/contract/governance.ts'
import { minorOf } from '../../data/amounts.ts'
import { percent } from '../../texts/numbers.ts'

interface Share {
  readonly vote: VoteType
  readonly votes: string
  /** Of all votes cast, from 0 to 1; 0 while there are none. */
  readonly share: number
}

const millionths = (amount: string): bigint => minorOf(amount, 'YUT') ?? 0n

/** A quotient for drawing; exact to four decimals. */
const ratio = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000

/** How the votes are divided. */
export const sharesOf = (proposal: Proposal): readonly Share[] => {
  const votes: readonly (readonly [VoteType, string])[] = [
    ['for', proposal.votes_for],
    ['against', proposal.votes_against],
    ['abstain', proposal.votes_abstain],
  ]
  const all = votes.reduce((sum, [, amount]) => sum + millionths(amount), 0n)
  return votes.map(([vote, amount]) => ({ vote, votes: amount, share: ratio(millionths(amount), all) }))
}

/** How much of the quorum is there (for and abstain count), from 0; more than 1 when it is exceeded. */
export const quorumShare = ({ votes_for, votes_abstain, quorum, quorum_reached }: Proposal): number =>
  millionths(quorum) === 0n
    ? Number(quorum_reached)
    : ratio(millionths(votes_for) + millionths(votes_abstain), millionths(quorum))

/** "42%" */
export const percentText = (share: number): string => percent(Math.round(share * 100))
