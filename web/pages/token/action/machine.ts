import type { ProposalType, VoteType } from '../../../../api/contract/governance.ts'
import { type BindingEvent, bindingMachine, type BindingState, CLOSED } from '../../../flow/binding.ts'

/** A proposal as it is being written. */
export interface ProposalDraft {
  readonly title: string
  readonly description: string
  readonly type: ProposalType
  readonly days: number
}

export const EMPTY_PROPOSAL: ProposalDraft = { title: '', description: '', type: 'parameter_change', days: 7 }

/** What a member can do with their tokens besides sending them. Amounts are plain decimals in YUT. */
export type Action =
  | { readonly kind: 'stake' | 'unstake'; readonly amount: string }
  /** `amount` as it was when the review opened; what is paid is exact at the claim. */
  | { readonly kind: 'claim'; readonly amount: string }
  | {
      readonly kind: 'vote'
      readonly proposalId: string
      readonly title: string
      readonly vote: VoteType
      /** The vote this one replaces. */
      readonly before: VoteType | null
      /** Governance power when the review opened. */
      readonly weight: string
      /** ISO time. */
      readonly endsAt: string
    }
  | { readonly kind: 'propose'; readonly draft: ProposalDraft }

/** One intent: what, under which idempotency key. */
export interface Intent {
  readonly action: Action
  readonly key: string
}

/** What a claim paid, in YUT, where it is known. */
export type Paid = string | null

/** A proposal is written before it is reviewed; everything else is filled in on the page. */
export interface Composing {
  readonly step: 'composing'
  readonly draft: ProposalDraft
}
export type OwnEvent = { readonly type: 'composed' | 'drafted'; readonly draft: ProposalDraft }

export type ActionState = BindingState<Intent, Paid, Composing>
export type ActionEvent = OwnEvent | BindingEvent<Intent, Paid, Composing>

const own = (state: ActionState, event: ActionEvent): ActionState | null => {
  const opens = state.step === 'closed' && event.type === 'composed'
  const changes = state.step === 'composing' && event.type === 'drafted'
  return opens || changes ? { step: 'composing', draft: event.draft } : null
}

/** Pure step of the flow: one action at a time. Its dialog closes with the outcome, which the page says. */
export const transition = bindingMachine<Intent, Paid, Composing, OwnEvent>({
  own,
  behind: ({ action }) => (action.kind === 'propose' ? { step: 'composing', draft: action.draft } : CLOSED),
  concluded: (outcome) => ({ step: 'closed', last: outcome }),
})
