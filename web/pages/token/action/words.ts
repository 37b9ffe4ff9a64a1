import type { ProposalType, VoteType } from '../../../../api/contract/governance.ts'
import type { Unfamiliar } from '../../../../api/contract/open.ts'
import { formatMoney } from '../../../texts/money.ts'
import type { Action } from './machine.ts'
import { t } from '../../../texts/texts.ts'

/** "12.50 YUT" */
export const yutText = (amount: string): string => formatMoney(amount, 'YUT')

/** "120.00 votes": one for each staked YUT. */
export const votesText = (weight: string): string => t('{votes} votes', { votes: votesOf(weight) })

/** The number of votes without the word. */
export const votesOf = (weight: string): string => yutText(weight).replace(/ YUT$/, '')

export const VOTES: Readonly<Record<VoteType | Unfamiliar, string>> = {
  for: t('For'),
  against: t('Against'),
  abstain: t('Abstain'),
  unfamiliar: t('Other'),
}

export const PROPOSAL_TYPES: Readonly<Record<ProposalType, string>> = {
  parameter_change: t('Parameter change'),
  feature_request: t('Feature request'),
  other: t('Other'),
}

interface Words {
  /** Heading of the review. */
  readonly title: string
  /** Label of the confirming button. */
  readonly confirm: string
  /** Text while the action is processing. */
  readonly processing: string
  readonly success: string
  /** Message when the server gives no reason. */
  readonly failure: string
}

/** The texts of an action. */
export const wordsOf = (action: Action): Words => {
  switch (action.kind) {
    case 'stake':
      return {
        title: t('Confirm Stake'),
        confirm: t('Stake Tokens'),
        processing: t('Staking {amount}', { amount: yutText(action.amount) }),
        success: t('Successfully staked {amount} YUT tokens!', { amount: action.amount }),
        failure: t('Failed to stake tokens'),
      }
    case 'unstake':
      return {
        title: t('Confirm Unstake'),
        confirm: t('Unstake Tokens'),
        processing: t('Unstaking {amount}', { amount: yutText(action.amount) }),
        success: t('Successfully unstaked {amount} YUT tokens!', { amount: action.amount }),
        failure: t('Failed to unstake tokens'),
      }
    case 'claim':
      return {
        title: t('Claim Rewards'),
        confirm: t('Claim Now'),
        processing: t('Claiming your rewards'),
        success: t('Claimed rewards successfully!'),
        failure: t('Failed to claim rewards'),
      }
    case 'vote':
      return {
        title: action.before === null ? t('Confirm Vote') : t('Change Vote'),
        confirm: t('Vote {vote}', { vote: VOTES[action.vote] }),
        processing: t('Recording your vote'),
        success: t('Vote recorded successfully!'),
        failure: t('Failed to vote'),
      }
    case 'propose':
      return {
        title: t('Review Proposal'),
        confirm: t('Open Proposal'),
        processing: t('Opening the proposal'),
        success: t('Proposal opened successfully!'),
        failure: t('Failed to open the proposal'),
      }
    default:
      return action satisfies never
  }
}
