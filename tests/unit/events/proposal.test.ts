import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noBallots, withBallot } from '../../../events/governance/ballots.ts'
import { closesAt, type ProposalCommand } from '../../../events/governance/decide.ts'
import type { ProposalEvent } from '../../../events/governance/events.ts'
import { evolveProposal, initialProposal, outcomeOf, quorumOf } from '../../../events/governance/proposal.ts'
import type { Vote } from '../../../events/vote.ts'
import { derivedId } from '../../../events/ids.ts'
import { givenProposal } from '../../support/governance-spec.ts'
import { ada, grace, idOf } from '../../support/wallet-spec.ts'

const words = { keyId: 'k', nonce: 'n', ciphertext: 'c' }
const proposalId = idOf('proposal')
const OPENED_AT = '2026-01-01T12:00:00.000Z'
const ENDS_AT = '2026-01-04T12:00:00.000Z'
const DURING = '2026-01-02T12:00:00.000Z'
const CLOSES_AT = '2026-01-04T12:00:30.000Z'

const opened: ProposalEvent = {
  type: 'ProposalOpened',
  data: {
    proposalId,
    creatorId: ada,
    title: words,
    description: words,
    proposalType: 'other',
    endsAt: ENDS_AT,
    power: '10000000',
  },
}
const open = (change: Partial<Extract<ProposalCommand, { type: 'openProposal' }>> = {}): ProposalCommand => ({
  type: 'openProposal',
  proposalId,
  creatorId: ada,
  terms: { title: words, description: words, proposalType: 'other', endsAt: ENDS_AT, power: '10000000' },
  ...change,
})
const vote = (
  memberId: string,
  name: string,
  how: Vote,
  weight: bigint,
  votedAt = DURING,
): Extract<ProposalCommand, { type: 'castVote' }> => ({
  type: 'castVote',
  voteId: idOf(name),
  memberId,
  vote: how,
  weight,
  votedAt,
})
const cast = (
  memberId: string,
  name: string,
  how: Vote,
  weight: bigint,
  votedAt = DURING,
): ProposalEvent => ({
  type: 'VoteCast',
  data: { proposalId, memberId, voteId: idOf(name), vote: how, weight: weight.toString(), votedAt },
})
const close = (totalStake: bigint): ProposalCommand => ({
  type: 'closeProposal',
  totalStake,
  ledgerPosition: 77n,
})
const closed = (outcome: 'passed' | 'rejected' | 'no_quorum', change: object = {}): ProposalEvent => ({
  type: 'ProposalClosed',
  data: {
    proposalId,
    votesFor: '0',
    votesAgainst: '0',
    votesAbstain: '0',
    quorum: '0',
    totalStake: '0',
    ledgerPosition: '77',
    outcome,
    ...change,
  },
})

describe('opening a proposal', () => {
  it('says what its stake was locked for', () => givenProposal().when(open(), OPENED_AT).makes(opened))
  it('happens once', () => givenProposal(opened).when(open(), OPENED_AT).doesNothing())
})

describe('voting', () => {
  it('counts what the wallet holds', () =>
    givenProposal(opened)
      .when(vote(grace, 'v', 'for', 5n), DURING)
      .makes(cast(grace, 'v', 'for', 5n)))
  it('ends at the end', () => {
    givenProposal(opened)
      .when(vote(grace, 'v', 'for', 5n, ENDS_AT), ENDS_AT)
      .refuses('voting_closed')
    givenProposal(opened, closed('rejected'))
      .when(vote(grace, 'v', 'for', 5n), DURING)
      .refuses('voting_closed')
  })
  it('takes what was voted before the end and comes after it', () =>
    givenProposal(opened)
      .when(vote(grace, 'v', 'for', 5n), CLOSES_AT)
      .makes(cast(grace, 'v', 'for', 5n)))
  it('needs a proposal', () =>
    givenProposal()
      .when(vote(grace, 'v', 'for', 5n), DURING)
      .refuses('proposal_not_found'))
  it('happens once', () =>
    givenProposal(opened, cast(grace, 'v', 'for', 5n))
      .when(vote(grace, 'v', 'for', 5n), DURING)
      .doesNothing())
  it('is replaced by a later vote and never by an earlier one', () => {
    const later = '2026-01-03T12:00:00.000Z'
    givenProposal(opened, cast(grace, 'v', 'for', 5n))
      .when(vote(grace, 'w', 'against', 6n, later), later)
      .makes(cast(grace, 'w', 'against', 6n, later))
    givenProposal(opened, cast(grace, 'w', 'against', 6n, later))
      .when(vote(grace, 'v', 'for', 5n), later)
      .refuses('already_voted_since')
  })
})

describe('the result', () => {
  const result = (totalStake: bigint, ...votes: ProposalEvent[]) =>
    givenProposal(opened, ...votes).when(close(totalStake), CLOSES_AT)

  it('passes with more for than against and 4 % of the stake for or abstaining', () => {
    result(100n, cast(ada, 'a', 'for', 3n), cast(grace, 'g', 'abstain', 1n)).makes(
      closed('passed', { votesFor: '3', votesAbstain: '1', quorum: '4', totalStake: '100' }),
    )
  })
  it('has no quorum a millionth below', () =>
    result(101n, cast(ada, 'a', 'for', 3n), cast(grace, 'g', 'abstain', 1n)).makes(
      closed('no_quorum', { votesFor: '3', votesAbstain: '1', quorum: '5', totalStake: '101' }),
    ))
  it('rejects a tie, and counts votes against for no quorum', () => {
    result(100n, cast(ada, 'a', 'for', 4n), cast(grace, 'g', 'against', 4n)).makes(
      closed('rejected', { votesFor: '4', votesAgainst: '4', quorum: '4', totalStake: '100' }),
    )
    result(100n, cast(grace, 'g', 'against', 90n)).makes(
      closed('no_quorum', { votesAgainst: '90', quorum: '4', totalStake: '100' }),
    )
  })
  it('counts each member’s last vote only', () =>
    result(10n, cast(ada, 'a', 'for', 5n), cast(ada, 'b', 'against', 7n, '2026-01-03T12:00:00.000Z')).makes(
      closed('no_quorum', { votesAgainst: '7', quorum: '1', totalStake: '10' }),
    ))
  it('stands shortly after the end, not before, and once', () => {
    expect(closesAt(ENDS_AT)).toBe(CLOSES_AT)
    givenProposal(opened).when(close(1n), ENDS_AT).doesNothing()
    givenProposal(opened, closed('rejected')).when(close(1n), CLOSES_AT).doesNothing()
    givenProposal().when(close(1n), CLOSES_AT).refuses('proposal_not_found')
  })
  it('is no event twice in one stream', () =>
    expect(() =>
      [opened, closed('rejected'), closed('rejected')].reduce(evolveProposal, initialProposal()),
    ).toThrow(/twice/))

  it('is the sum of the last votes, for any votes in any order', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            member: fc.nat(40),
            vote: fc.constantFrom<Vote>('for', 'against', 'abstain'),
            weight: fc.bigInt(1n, 10n ** 15n),
          }),
          { maxLength: 120 },
        ),
        (ballots) => {
          const last = new Map<number, { vote: Vote; weight: bigint }>()
          let state = noBallots
          for (const [index, { member, vote: how, weight }] of ballots.entries()) {
            last.set(member, { vote: how, weight })
            state = withBallot(state, derivedId('voter', String(member)), {
              voteId: idOf(String(index)),
              vote: how,
              weight,
              votedAt: DURING,
            })
          }
          const sum = (how: Vote) =>
            [...last.values()].reduce((all, one) => all + (one.vote === how ? one.weight : 0n), 0n)
          expect(state.tally).toEqual({ for: sum('for'), against: sum('against'), abstain: sum('abstain') })
        },
      ),
    ))

  it('needs the smallest whole number of millionths that is 4 % or more', () =>
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n), (stake) => {
        const quorum = quorumOf(stake)
        expect(quorum * 100n >= stake * 4n).toBe(true)
        expect(quorum === 0n || (quorum - 1n) * 100n < stake * 4n).toBe(true)
        expect(outcomeOf({ for: quorum, against: 0n, abstain: 0n }, quorum)).not.toBe('no_quorum')
      }),
    ))
})
