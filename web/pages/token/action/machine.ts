import * as z from 'zod/mini'
import { ProposalType, VoteType } from '../../../../api/contract/governance.ts'
import { type BindingEvent, bindingMachine, type BindingState, CLOSED } from '../../../flow/machine.ts'
import { savedBinding } from '../../../flow/saved.ts'

/** Draft of a proposal. */
export const ProposalDraft = z.object({
  title: z.string(),
  description: z.string(),
  type: ProposalType,
  days: z.number(),
})
export type ProposalDraft = Readonly<z.infer<typeof ProposalDraft>>

export const EMPTY_PROPOSAL: ProposalDraft = { title: '', description: '', type: 'parameter_change', days: 7 }

/** Token actions besides sending. Amounts are plain decimals in YUT. */
export const Action = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['stake', 'unstake']), amount: z.string() }),
  /** `amount` is the estimate when the review opened; the server determines the paid amount. */
  z.object({ kind: z.literal('claim'), amount: z.string() }),
  z.object({
    kind: z.literal('vote'),
    proposalId: z.string(),
    title: z.string(),
    vote: VoteType,
    /** The vote that this one replaces; null when there is none. */
    before: z.nullable(VoteType),
    /** Governance power when the review opened, in YUT. */
    weight: z.string(),
    /** End of voting, ISO 8601 time. */
    endsAt: z.string(),
  }),
  z.object({ kind: z.literal('propose'), draft: ProposalDraft }),
])
export type Action = Readonly<z.infer<typeof Action>>

/** One action with its idempotency key. */
export interface Intent {
  readonly action: Action
  readonly key: string
}

/** The amount that a claim paid, in YUT; null when unknown and for other actions. */
export type Paid = string | null

/** The form of a proposal, in the dialog; the page has the forms of all other actions. */
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

/** Pure transition function of the flow. The dialog closes with the outcome, which the page shows. */
export const transition = bindingMachine<Intent, Paid, Composing, OwnEvent>({
  own,
  beforeReview: ({ action }) =>
    action.kind === 'propose' ? { step: 'composing', draft: action.draft } : CLOSED,
  concluded: (outcome) => ({ step: 'closed', last: outcome }),
})

/** What survives a reload: the proposal draft, the review, or the sent action, whose outcome is then requested. */
export const saved = savedBinding<Intent, Paid, Composing, Composing>({
  version: 1,
  intent: z.object({ action: Action, key: z.uuid() }),
  form: z.object({ step: z.literal('composing'), draft: ProposalDraft }),
  storedFormOf: (state) => (state.step === 'composing' ? state : null),
  formOf: (kept) => kept,
})
