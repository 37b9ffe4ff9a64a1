import { describe, expect, it } from 'vitest'
import type { Proposal } from '../../../../api/contract/governance.ts'
import { shortYut } from '../../../../web/data/amounts.ts'
import { amountProblem } from '../../../../web/pages/token/amount-problem.ts'
import { estimatedRewards } from '../../../../web/pages/token/rewards-estimate.ts'
import { percentText, quorumShare, sharesOf } from '../../../../web/pages/governance/tally.ts'
import { timeLeft } from '../../../../web/ui/time-format.ts'

describe('token amounts in a small space', () => {
  it.each([
    ['0.000000', '0.00'],
    ['0.009', '0.00'],
    ['812.509', '812.50'],
    ['999.999999', '999.99'],
    ['1000', '1.00K'],
    ['1234.5', '1.23K'],
    ['999999.99', '999.99K'],
    ['1000000', '1.00M'],
    ['2345678.9', '2.34M'],
    ['1234567890', '1,234.56M'],
  ])('%s is %s', (amount, short) => expect(shortYut(amount)).toBe(short))
})

describe('rewards between two answers of the server', () => {
  it.each([
    ['1.000000', '0.864000', 0, '1.000000'],
    ['1.000000', '0.864000', 1, '1.000010'],
    ['1.000000', '0.864000', 1.9, '1.000010'],
    ['1.000000', '0.864000', 86_400, '1.864000'],
    ['0.000000', '0.000001', 86_399, '0.000000'],
    ['1.000000', '0.000000', 86_400, '1.000000'],
    ['1.000000', 'nonsense', 60, '1.000000'],
  ])('%s at %s a day after %d seconds is %s', (available, perDay, seconds, amount) =>
    expect(estimatedRewards(available, perDay, seconds)).toBe(amount),
  )
})

describe('a typed token amount', () => {
  it.each([
    ['', 'Enter an amount.'],
    ['0', 'The amount must be above zero.'],
    ['1.0000001', 'YUT has at most 6 decimals.'],
    ['500.000001', 'Too much'],
    ['500', null],
    ['$1,000', 'Too much'],
    ['.5', null],
  ])('"%s": %s', (typed, problem) => expect(amountProblem(typed, '500.000000', 'Too much')).toBe(problem))
})

describe('a tally', () => {
  const proposal: Proposal = {
    id: '3f0e6d0a-6a43-4f5b-9a52-0a1b2c3d4e5f',
    title: 'Quieter bells',
    description: 'Ring less.',
    creator_name: 'Ada Lovelace',
    is_mine: false,
    proposal_type: 'other',
    created_at: '2026-11-20T12:00:00.000Z',
    voting_ends_at: '2026-11-25T12:00:00.000Z',
    voting_open: true,
    status: 'open',
    closed_at: null,
    votes_for: '60.000000',
    votes_against: '30.000000',
    votes_abstain: '10.000000',
    voters: 3,
    my_vote: null,
    my_vote_weight: null,
    quorum: '140.000000',
    quorum_reached: false,
    total_stake: '3500.000000',
  }
  const none = { votes_for: '0.000000', votes_against: '0.000000', votes_abstain: '0.000000' }

  it('divides the votes, and nothing by nothing', () => {
    expect(sharesOf(proposal).map(({ vote, share }) => `${vote} ${percentText(share)}`)).toEqual([
      'for 60%',
      'against 30%',
      'abstain 10%',
    ])
    expect(sharesOf({ ...proposal, ...none }).map(({ share }) => share)).toEqual([0, 0, 0])
  })

  it('counts for and abstain towards the quorum', () => {
    expect(quorumShare(proposal)).toBe(0.5)
    expect(quorumShare({ ...proposal, quorum: '0.000000', quorum_reached: true })).toBe(1)
  })
})

describe('the time that is left', () => {
  const HOUR = 3_600_000
  it.each([
    [0, 'ended'],
    [30_000, '1 min left'],
    [HOUR - 1, '59 min left'],
    [47 * HOUR, '47 h left'],
    [48 * HOUR, '2 days left'],
    [14 * 24 * HOUR, '14 days left'],
  ])('of %d ms is "%s"', (left, words) => expect(timeLeft(1_000 + left, 1_000)).toBe(words))
})
