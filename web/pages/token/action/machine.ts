import * as z from 'zod/mini'
import { ProposalType, VoteType } from '../../../../api/contract/governance.ts'
import { type BindingEvent, bindingMachine, type BindingState, CLOSED } from '../../../flow/binding.ts'

/** A proposal as it is being written. */
export const ProposalDraft = z.object({
  title: z.string(),
  description: z.string(),
  type: ProposalType,
  days: z.number(),
})
export type ProposalDraft = Readonly<z.infer<typeof ProposalDraft>>

export const EMPTY_PROPOSAL: ProposalDraft = { title: '', description: '', type: 'parameter_change', days: 7 }

/** What a member can do with their tokens besides sending them. Amounts are plain decimals in YUT. */
export const Action = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['stake', 'unstake']), amount: z.string() }),
  /** `amount` as it was when the review opened; what is paid is exact at the claim. */
  z.object({ kind: z.literal('claim'), amount: z.string() }),
  z.object({
    kind: z.literal('vote'),
    proposalId: z.string(),
    title: z.string(),
    vote: VoteType,
    /** The vote this one replaces. */
    before: z.nullable(VoteType),
    /** Governance power when the review opened. */
    weight: z.string(),
    /** ISO time. */
    endsAt: z.string(),
  }),
  z.object({ kind: z.literal('propose'), draft: ProposalDraft }),
])
export type Action = Readonly<z.infer<typeof Action>>

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
