import type { Vote } from '../vote.ts'

/** A member's current vote. `weight` in millionths of a YUT. */
export interface Ballot {
  readonly voteId: string
  readonly vote: Vote
  readonly weight: bigint
  /** ISO time. */
  readonly votedAt: string
}

/** Sums of the votes in millionths of a YUT. */
export interface Tally {
  readonly for: bigint
  readonly against: bigint
  readonly abstain: bigint
}

type Leaf = ReadonlyMap<string, Ballot>

/**
 * Every member's last vote, immutable. A tree of 256 × 256 by the last digits of the member's id (the first are
 * a time), so that a vote copies some hundreds of entries and not all of a hundred thousand.
 */
export interface Ballots {
  readonly tally: Tally
  readonly tree: ReadonlyMap<string, ReadonlyMap<string, Leaf>>
}

export const noBallots: Ballots = { tally: { for: 0n, against: 0n, abstain: 0n }, tree: new Map() }

const pathOf = (memberId: string): readonly [string, string] => [memberId.slice(-2), memberId.slice(-4, -2)]

export const ballotOf = ({ tree }: Ballots, memberId: string): Ballot | undefined => {
  const [outer, inner] = pathOf(memberId)
  return tree.get(outer)?.get(inner)?.get(memberId)
}

const added = (tally: Tally, { vote, weight }: Ballot, sign: 1n | -1n): Tally => ({
  ...tally,
  [vote]: tally[vote] + sign * weight,
})

/** Returns the ballots with a member's vote in place of their earlier one. */
export const withBallot = (ballots: Ballots, memberId: string, ballot: Ballot): Ballots => {
  const [outer, inner] = pathOf(memberId)
  const branch = ballots.tree.get(outer)
  const leaf = branch?.get(inner)
  const earlier = leaf?.get(memberId)
  const rest = earlier ? added(ballots.tally, earlier, -1n) : ballots.tally
  return {
    tally: added(rest, ballot, 1n),
    tree: new Map(ballots.tree).set(outer, new Map(branch).set(inner, new Map(leaf).set(memberId, ballot))),
  }
}
