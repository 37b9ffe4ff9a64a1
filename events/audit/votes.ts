import { isDeepStrictEqual } from 'node:util'
import { PROPOSAL_POWER_MINOR_MIN } from '../governance/decide.ts'
import type { DatedFact } from './dated-fact.ts'
import { createUuidSet } from './uuid-set.ts'

interface Lock {
  readonly minor: bigint
  readonly until: string
  /** By its proposer, who has not voted on it. */
  readonly isProposers?: true
}

type Opening = Extract<DatedFact['event'], { readonly type: 'ProposalStakeLocked' }>['data']

interface Ballot {
  readonly vote: 'for' | 'against' | 'abstain'
  readonly weight: bigint
  readonly votedAt: string
}

interface Voting {
  readonly endsAt: string
  closed: boolean
  readonly ballots: Map<string, Ballot>
  /** Stake held for votes by member, and its sum. */
  readonly locks: Map<string, Lock>
  lockedMinor: bigint
}

/** Types of events that these rules check; most events of a log are of other types. */
const CONCERNS: ReadonlySet<DatedFact['event']['type']> = new Set([
  'YutStaked',
  'YutUnstaked',
  'StakeLocked',
  'ProposalStakeLocked',
  'StakeReleased',
  'ProposalOpened',
  'VoteCast',
  'ProposalClosed',
])

/**
 * Voting, recomputed from the facts alone: a vote weighs the stake that its wallet locked for it, locked stake is not
 * unstaked before the voting ends, no token counts twice, and a result has the sums of the last votes and of all
 * stakes at the end. From the first proposal on for which its proposer's wallet locked stake, each is opened as its lock
 * says; those before it are of releases that locked none.
 */
export const voteChecks = () => {
  const stakes = new Map<string, bigint>()
  const changes: { readonly at: string; readonly position: bigint; readonly minor: bigint }[] = []
  /** Locks whose votes are not cast yet, by vote. */
  const locks = new Map<string, { readonly memberId: string; readonly minor: string; readonly at: string }>()
  const votings = new Map<string, Voting>()
  /** Locks whose proposals are not open yet, by proposal. */
  const openings = new Map<string, Opening>()
  let isLockedFor = false
  const cast = createUuidSet()
  let total = 0n

  const votingOf = (proposalId: string, where: string): Voting => {
    const voting = votings.get(proposalId)
    if (!voting) throw new Error(`${where}: proposal ${proposalId} is not open`)
    return voting
  }

  const setLock = (voting: Voting, memberId: string, lock: Lock | null): void => {
    voting.lockedMinor += (lock?.minor ?? 0n) - (voting.locks.get(memberId)?.minor ?? 0n)
    if (lock) voting.locks.set(memberId, lock)
    else voting.locks.delete(memberId)
  }

  const move = (memberId: string, minor: bigint, { at, position }: DatedFact): void => {
    stakes.set(memberId, (stakes.get(memberId) ?? 0n) + minor)
    changes.push({ at, position, minor })
    total += minor
  }

  const check = (fact: DatedFact): void => {
    const { event, at, position } = fact
    if (!CONCERNS.has(event.type)) return
    const where = `${event.type} at ${position}`
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the other facts are others' checks'
    switch (event.type) {
      case 'YutStaked':
        return move(event.data.memberId, BigInt(event.data.amount.minor), fact)
      case 'YutUnstaked': {
        const { memberId, amount } = event.data
        move(memberId, -BigInt(amount.minor), fact)
        const left = stakes.get(memberId) ?? 0n
        for (const { locks } of votings.values()) {
          const lock = locks.get(memberId)
          if (lock && lock.until > at && lock.minor > left) throw new Error(`${where}: a vote holds more`)
        }
        for (const opening of openings.values())
          if (opening.memberId === memberId && BigInt(opening.amount.minor) > left)
            throw new Error(`${where}: a proposal holds more`)
        return
      }
      case 'ProposalStakeLocked': {
        const { memberId, proposalId, amount, until, opens } = event.data
        const stake = stakes.get(memberId) ?? 0n
        if (openings.has(proposalId) || votings.has(proposalId))
          throw new Error(`${where}: proposal ${proposalId} is there already`)
        if (BigInt(amount.minor) < PROPOSAL_POWER_MINOR_MIN)
          throw new Error(`${where}: ${amount.minor} are not enough for a proposal`)
        if (BigInt(amount.minor) > stake || opens.power !== stake.toString())
          throw new Error(`${where}: the stake is ${stake}`)
        if (until < opens.endsAt) throw new Error(`${where}: the hold ends before the voting`)
        openings.set(proposalId, event.data)
        isLockedFor = true
        return
      }
      case 'StakeLocked': {
        const { memberId, voteId, proposalId, amount, until } = event.data
        const voting = votingOf(proposalId, where)
        if (BigInt(amount.minor) !== stakes.get(memberId)) throw new Error(`${where}: that is not the stake`)
        if (until < voting.endsAt) throw new Error(`${where}: the hold ends before the voting`)
        locks.set(voteId, { memberId, minor: amount.minor, at })
        setLock(voting, memberId, { minor: BigInt(amount.minor), until })
        if (at < voting.endsAt && voting.lockedMinor > total)
          throw new Error(`${where}: ${voting.lockedMinor} votes of ${total} staked`)
        return
      }
      case 'StakeReleased': {
        const voting = votingOf(event.data.proposalId, where)
        if (!voting.closed) throw new Error(`${where}: the voting goes on`)
        setLock(voting, event.data.memberId, null)
        return
      }
      case 'ProposalOpened': {
        const { proposalId, creatorId, ...terms } = event.data
        const opening = openings.get(proposalId)
        if (!opening && isLockedFor) throw new Error(`${where}: no stake is held for it`)
        if (opening && (opening.memberId !== creatorId || !isDeepStrictEqual(opening.opens, terms)))
          throw new Error(`${where}: it is not what its stake was locked for`)
        openings.delete(proposalId)
        const voting: Voting = {
          endsAt: terms.endsAt,
          closed: false,
          ballots: new Map(),
          locks: new Map(),
          lockedMinor: 0n,
        }
        votings.set(proposalId, voting)
        if (opening)
          setLock(voting, creatorId, {
            minor: BigInt(opening.amount.minor),
            until: opening.until,
            isProposers: true,
          })
        return
      }
      case 'VoteCast': {
        const { voteId, memberId, proposalId, vote, weight, votedAt } = event.data
        const voting = votingOf(proposalId, where)
        const lock = locks.get(voteId)
        if (voting.closed) throw new Error(`${where}: the proposal is closed`)
        if (cast.has(voteId)) throw new Error(`${where}: the vote counts twice`)
        if (votedAt >= voting.endsAt) throw new Error(`${where}: the voting had ended`)
        if (!lock || lock.memberId !== memberId || lock.minor !== weight || lock.at !== votedAt)
          throw new Error(`${where}: no stake is held for it`)
        cast.add(voteId)
        locks.delete(voteId)
        const earlier = voting.ballots.get(memberId)
        if (earlier && earlier.votedAt > votedAt) throw new Error(`${where}: it replaces a later vote`)
        voting.ballots.set(memberId, { vote, weight: BigInt(weight), votedAt })
        return
      }
      case 'ProposalClosed': {
        const { proposalId, votesFor, votesAgainst, votesAbstain, totalStake, ledgerPosition } = event.data
        const voting = votingOf(proposalId, where)
        if (voting.closed) throw new Error(`${where}: it was closed already`)
        if (at < voting.endsAt) throw new Error(`${where}: the voting has not ended`)
        voting.closed = true
        const sumOf = (vote: Ballot['vote']) =>
          [...voting.ballots.values()].reduce((sum, one) => sum + (one.vote === vote ? one.weight : 0n), 0n)
        const counted = [sumOf('for'), sumOf('against'), sumOf('abstain')].join()
        if (counted !== [votesFor, votesAgainst, votesAbstain].join())
          throw new Error(`${where}: the votes are ${counted}`)
        const upTo = BigInt(ledgerPosition)
        if (upTo >= position) throw new Error(`${where}: it speaks of the ledger up to ${upTo}`)
        const staked = changes
          .filter((change) => change.position <= upTo && change.at <= voting.endsAt)
          .reduce((sum, { minor }) => sum + minor, 0n)
        if (staked.toString() !== totalStake) throw new Error(`${where}: ${staked} was staked`)
        return
      }
      default:
    }
  }

  return {
    check,
    /** When idle, every proposal is open, and every voter with locked stake in an open voting has cast a vote. */
    finish: ({ idle }: { idle: boolean }): void => {
      if (!idle) return
      const [unopened] = openings.keys()
      if (unopened) throw new Error(`Proposal ${unopened} is only half opened`)
      for (const [proposalId, { closed, locks, ballots }] of votings) {
        if (closed) continue
        for (const [memberId, { isProposers }] of locks)
          if (!isProposers && !ballots.has(memberId))
            throw new Error(`The vote of ${memberId} on ${proposalId} is only half done`)
      }
    },
  }
}
