import type { ProposalType, VoteType } from '../../../../api/contract/governance.ts'
import { formatMoney } from '../../../../api/contract/money.ts'
import type { Action } from './machine.ts'

/** "12.50 YUT" */
export const yutText = (amount: string): string => formatMoney(amount, 'YUT')

/** "120.00 votes": one for each staked YUT. */
export const votesText = (weight: string): string => `${yutText(weight).replace(/ YUT$/, '')} votes`

export const VOTES: Readonly<Record<VoteType, string>> = {
  for: 'For',
  against: 'Against',
  abstain: 'Abstain',
}

export const PROPOSAL_TYPES: Readonly<Record<ProposalType, string>> = {
  parameter_change: 'Parameter change',
  feature_request: 'Feature request',
  other: 'Other',
}

interface Words {
  /** Heading of the review. */
  readonly title: string
  /** On the button that binds. */
  readonly confirm: string
  /** What is under way. */
  readonly going: string
  readonly success: string
  /** Said when the server gives no reason. */
  readonly failure: string
}

/** What is said of an action; success and failure as the specification has them. */
export const wordsOf = (action: Action): Words => {
  switch (action.kind) {
    case 'stake':
      return {
        title: 'Confirm Stake',
        confirm: 'Stake Tokens',
        going: `Staking ${yutText(action.amount)}`,
        success: `Successfully staked ${action.amount} YUT tokens!`,
        failure: 'Failed to stake tokens',
      }
    case 'unstake':
      return {
        title: 'Confirm Unstake',
        confirm: 'Unstake Tokens',
        going: `Unstaking ${yutText(action.amount)}`,
        success: `Successfully unstaked ${action.amount} YUT tokens!`,
        failure: 'Failed to unstake tokens',
      }
    case 'claim':
      return {
        title: 'Claim Rewards',
        confirm: 'Claim Now',
        going: 'Claiming your rewards',
        success: 'Claimed rewards successfully!',
        failure: 'Failed to claim rewards',
      }
    case 'vote':
      return {
        title: action.before === null ? 'Confirm Vote' : 'Change Vote',
        confirm: `Vote ${VOTES[action.vote]}`,
        going: 'Recording your vote',
        success: 'Vote recorded successfully!',
        failure: 'Failed to vote',
      }
    case 'propose':
      return {
        title: 'Review Proposal',
        confirm: 'Open Proposal',
        going: 'Opening the proposal',
        success: 'Proposal opened successfully!',
        failure: 'Failed to open the proposal',
      }
    default:
      return action satisfies never
  }
}
